// libgpiod: one interface to its versions 1 and 2.
//
// Everything here returns NULL or -1 with errno set when it fails, as both
// versions do. Values are logical: 1 is active, whatever the polarity.
#ifndef PICKET_CGPIOD_H
#define PICKET_CGPIOD_H

#include <gpiod.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// The most lines of one request: the kernel's own limit.
    PICKET_GPIO_LINES_MAX = 64,
    /// The most edges of one line that the kernel keeps.
    PICKET_GPIO_EDGES_MAX = 16,
};

/// The settings that drive a line: plain numbers, the same for both versions.
struct picket_gpio_settings {
    unsigned int offset;
    int active_low;
    int drive; // 0 push-pull, 1 open-drain, 2 open-source
    int bias;  // 0 as is, 1 disabled, 2 pull-up, 3 pull-down
    int ends_active; // its value before it is first set, and when it is released
};

/// The kernel's description of a line. The texts are cut off at their size.
struct picket_gpio_info {
    char name[64];
    char consumer[64];
    int used;
    int output;
    int active_low;
};

/// A change of a line that is watched; the time is CLOCK_MONOTONIC's.
struct picket_gpio_edge {
    int active;
    uint64_t nanoseconds;
};

/// The release of the library.
const char *picket_gpio_version(void);

/// Whether the lines of one request may have different settings.
int picket_gpio_mixes_settings(void);

/// Whether the kernel can wait until an edge is steady.
int picket_gpio_debounces(void);

// A chip, which gpiod_chip_open opens and gpiod_chip_close closes.

int picket_gpio_chip_label(struct gpiod_chip *chip, char *label, size_t size);

unsigned int picket_gpio_chip_lines(struct gpiod_chip *chip);

int picket_gpio_line_info(struct gpiod_chip *chip, unsigned int offset,
                          struct picket_gpio_info *info);

/// Lines of one chip that this process holds as outputs.
struct picket_gpio_request;

/// Requests lines as outputs, each with the value at which it ends. With version 1 they share the settings of the first.
struct picket_gpio_request *picket_gpio_request_outputs(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings, unsigned int count,
    const char *consumer);

/// Sets the line that was requested in this place.
int picket_gpio_set(struct picket_gpio_request *request, unsigned int index, int active);

/// Safe in a signal handler.
int picket_gpio_set_all_to_end(struct picket_gpio_request *request);

/// Sets the lines to the values at which they end and releases them.
void picket_gpio_release(struct picket_gpio_request *request);

/// A line whose edges are watched.
struct picket_gpio_watch;

/// Requests a line as an input and watches both of its edges. Version 2 has the kernel debounce
/// them; version 1 cannot.
struct picket_gpio_watch *picket_gpio_watch_line(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings,
    unsigned int debounce_microseconds, const char *consumer);

void picket_gpio_watch_end(struct picket_gpio_watch *watch);

/// The descriptor that can be read when an edge has arrived.
int picket_gpio_watch_descriptor(struct picket_gpio_watch *watch);

/// Whether the line is active now; -1 when it cannot be read.
int picket_gpio_watch_value(struct picket_gpio_watch *watch);

/// Reads the edges that have arrived, at most PICKET_GPIO_EDGES_MAX; 0 when there are none.
int picket_gpio_watch_read(struct picket_gpio_watch *watch, struct picket_gpio_edge *edges);

/// Gives the calling thread a second stack, to handle an overflow of the first.
void picket_fault_cover_thread(void);

/// Makes a fault write a number to a descriptor, until the descriptor is let go.
void picket_fault_hold_descriptor(int descriptor, unsigned int number);

void picket_fault_let_go_descriptor(int descriptor);

/// Whether there was a fault: no line may leave the value at which it ends any more.
int picket_fault_is_on(void);

#endif
