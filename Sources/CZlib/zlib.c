#include "czlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <zlib.h>

// The types are those of zlib.h; inflateInit2 is a macro for the first of them.
static __typeof__(inflateInit2_) *init;
static __typeof__(inflate) *unpack;
static __typeof__(inflateEnd) *end;
static bool is_loaded;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    init = (__typeof__(init))dlsym(library, "inflateInit2_");
    unpack = (__typeof__(unpack))dlsym(library, "inflate");
    end = (__typeof__(end))dlsym(library, "inflateEnd");
    is_loaded = init && unpack && end;
}

long picket_unpack(const uint8_t *packed, size_t count, bool is_bare, uint8_t *bytes, size_t most) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return PICKET_UNPACK_NO_LIBRARY;
    if (count > UINT32_MAX || most > UINT32_MAX) return PICKET_UNPACK_TOO_LONG;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.next_in = (Bytef *)packed;
    stream.avail_in = (uInt)count;
    // 32: gzip or zlib, by the first bytes.
    if (init(&stream, is_bare ? -MAX_WBITS : MAX_WBITS + 32, ZLIB_VERSION, (int)sizeof stream) != Z_OK)
        return PICKET_UNPACK_DAMAGED;
    stream.next_out = bytes;
    stream.avail_out = (uInt)most;
    int code = unpack(&stream, Z_FINISH);
    long made = (long)(most - stream.avail_out);
    bool is_full = stream.avail_out == 0;
    end(&stream);
    if (code == Z_STREAM_END) return made;
    return is_full ? PICKET_UNPACK_TOO_LONG : PICKET_UNPACK_DAMAGED;
}
