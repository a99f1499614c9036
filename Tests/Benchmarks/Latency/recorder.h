// The file that the recorder writes and the feeder reads; both map it.
#ifndef PICKET_LATENCY_RECORDER_H
#define PICKET_LATENCY_RECORDER_H

#include <stdint.h>
#include <time.h>

/// The times at which a line became active, newest last.
struct record {
    uint64_t count;
    uint64_t nanoseconds[1 << 16];
};

static inline uint64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
