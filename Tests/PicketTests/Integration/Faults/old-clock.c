// Replaces functions of the C library (LD_PRELOAD): for the program, the system clock starts in
// 1970 with the machine, as on a board without a battery for it. Monotonic clocks stay unchanged.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) clock = CLOCK_MONOTONIC;
    return (int)syscall(SYS_clock_gettime, clock, time);
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}
