// The version of libgpiod at compile time, and functions for both versions.
#ifndef PICKET_VERSION_H
#define PICKET_VERSION_H

#include "cgpiod.h"

#ifdef GPIOD_LINE_BULK_MAX_LINES
#define PICKET_GPIOD_V1 1
#endif

#include <fcntl.h>
#include <string.h>

static inline void picket_gpio_copy(char *to, const char *from, size_t size) {
    to[0] = 0;
    if (from) {
        strncpy(to, from, size - 1);
        to[size - 1] = 0;
    }
}

/// Makes reads of edges return at once; those of a new request wait for an edge.
static inline int picket_gpio_no_waiting(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

#endif
