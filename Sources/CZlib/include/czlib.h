// zlib, loaded when something is packed or unpacked: other programs do not pay for it.
#ifndef PICKET_CZLIB_H
#define PICKET_CZLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PICKET_UNPACK_DAMAGED = -1,
    PICKET_UNPACK_TOO_LONG = -2,
    /// libz.so.1 is not on this system.
    PICKET_UNPACK_NO_LIBRARY = -3
};

/// Unpacks bytes of gzip or zlib, or of neither's frame as in a zip archive (`is_bare`); returns the
/// number of unpacked bytes, or a code of the above.
long picket_unpack(const uint8_t *packed, size_t count, bool is_bare, uint8_t *bytes, size_t most);

/// Packs bytes with gzip into `most` bytes; returns the number of packed bytes, or 0 if they do not fit
/// or zlib is missing.
size_t picket_pack(const uint8_t *bytes, size_t count, uint8_t *packed, size_t most);

#endif
