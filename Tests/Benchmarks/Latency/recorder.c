// Records the times at which a GPIO line became active, inside the process that sets it:
// LD_PRELOAD=recorder.so PICKET_LATENCY_RECORD=FILE PROGRAM.
//
// The time is that of CLOCK_MONOTONIC right after the ioctl that sets the line. Reading the clock
// is one more system call, in all programs.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorder.h"

static struct record *record;

__attribute__((constructor)) static void open_record(void) {
    const char *path = getenv("PICKET_LATENCY_RECORD");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) record = memory;
}

/// Whether a call sets any of its lines active.
static int activates(unsigned long request, const void *argument) {
    if (request == GPIOHANDLE_SET_LINE_VALUES_IOCTL) {
        const struct gpiohandle_data *data = argument;
        for (int i = 0; i < GPIOHANDLES_MAX; i++)
            if (data->values[i]) return 1;
        return 0;
    }
    if (request == GPIO_V2_LINE_SET_VALUES_IOCTL) {
        const struct gpio_v2_line_values *values = argument;
        return (values->bits & values->mask) != 0;
    }
    return 0;
}

int ioctl(int file, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    int result = (int)syscall(SYS_ioctl, file, request, argument);
    if (record && result >= 0 && activates(request, argument)) {
        uint64_t now = monotonic_nanoseconds();
        uint64_t place = __atomic_load_n(&record->count, __ATOMIC_RELAXED);
        record->nanoseconds[place % (1 << 16)] = now;
        __atomic_store_n(&record->count, place + 1, __ATOMIC_RELEASE);
    }
    return result;
}
