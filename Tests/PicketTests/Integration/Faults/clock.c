// Replaces functions of the C library (LD_PRELOAD): for the program, the system clock
// jumps to another year ten times in a second.
//
// Monotonic clocks stay unchanged. CLOCK_LOG names a file that gets a line when the
// program reads the clock for the first time.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_bool was_asked;

// Up to twenty years in either direction, another jump every tenth of a second.
static long jump(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    unsigned long tenth = (unsigned long)now.tv_sec * 10 + (unsigned long)now.tv_nsec / 100000000;
    unsigned long mixed = (tenth + 1) * 0x9e3779b97f4a7c15UL;
    const char *log = getenv("CLOCK_LOG");
    if (log && !atomic_exchange(&was_asked, 1)) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT, 0644);
        syscall(SYS_write, file, "asked\n", 6);
        syscall(SYS_close, file);
    }
    return (long)((mixed >> 33) % 1261440000) - 630720000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += jump();
    return result;
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
