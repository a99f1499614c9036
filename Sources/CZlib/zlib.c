#include "czlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <zlib.h>

// The types are those of zlib.h; inflateInit2 and deflateInit2 are macros for the first of each three.
static __typeof__(inflateInit2_) *init;
static __typeof__(inflate) *unpack;
static __typeof__(inflateEnd) *end;
static __typeof__(deflateInit2_) *init_packing;
static __typeof__(deflate) *pack;
static __typeof__(deflateEnd) *end_packing;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    init = (__typeof__(init))dlsym(library, "inflateInit2_");
    unpack = (__typeof__(unpack))dlsym(library, "inflate");
    end = (__typeof__(end))dlsym(library, "inflateEnd");
    init_packing = (__typeof__(init_packing))dlsym(library, "deflateInit2_");
    pack = (__typeof__(pack))dlsym(library, "deflate");
    end_packing = (__typeof__(end_packing))dlsym(library, "deflateEnd");
    is_loaded = init && unpack && end && init_packing && pack && end_packing;
}

long picket_unpack(const uint8_t *packed, size_t count, bool is_bare, uint8_t *bytes, size_t most) {
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

size_t picket_pack(const uint8_t *bytes, size_t count, uint8_t *packed, size_t most) {
    pthread_once(&once, load);
    if (!is_loaded || count > UINT32_MAX || most > UINT32_MAX) return 0;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 16: gzip.
    if (init_packing(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY,
                     ZLIB_VERSION, (int)sizeof stream) != Z_OK)
        return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = (uInt)most;
    int code = pack(&stream, Z_FINISH);
    end_packing(&stream);
    return code == Z_STREAM_END ? most - stream.avail_out : 0;
}
