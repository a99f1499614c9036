// The interface to libgpiod 1: Debian 12.
#include "fault.h"
#include "version.h"

#ifdef PICKET_GPIOD_V1

#include <errno.h>
#include <stdlib.h>

const char *picket_gpio_version(void) { return gpiod_version_string(); }

int picket_gpio_mixes_settings(void) { return 0; }

int picket_gpio_debounces(void) { return 0; }

int picket_gpio_chip_label(struct gpiod_chip *chip, char *label, size_t size) {
    picket_gpio_copy(label, gpiod_chip_label(chip), size);
    return 0;
}

unsigned int picket_gpio_chip_lines(struct gpiod_chip *chip) {
    return gpiod_chip_num_lines(chip);
}

int picket_gpio_line_info(struct gpiod_chip *chip, unsigned int offset,
                          struct picket_gpio_info *info) {
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    if (!line) return -1;
    picket_gpio_copy(info->name, gpiod_line_name(line), sizeof info->name);
    picket_gpio_copy(info->consumer, gpiod_line_consumer(line), sizeof info->consumer);
    info->used = gpiod_line_is_used(line);
    info->output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
    info->active_low = gpiod_line_active_state(line) == GPIOD_LINE_ACTIVE_STATE_LOW;
    return 0;
}

struct picket_gpio_request {
    struct gpiod_line_bulk lines;
    int values[PICKET_GPIO_LINES_MAX];
    int ends[PICKET_GPIO_LINES_MAX];
};

static int picket_gpio_flags(const struct picket_gpio_settings *settings) {
    static const int drives[] = {0, GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN,
                                 GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE};
    static const int biases[] = {0, GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN};
    return drives[settings->drive] | biases[settings->bias] |
           (settings->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0);
}

struct picket_gpio_request *picket_gpio_request_outputs(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings, unsigned int count,
    const char *consumer) {
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
        .flags = picket_gpio_flags(settings),
    };
    struct picket_gpio_request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    for (unsigned int i = 0; i < count && i < PICKET_GPIO_LINES_MAX; i++) {
        struct gpiod_line *line = gpiod_chip_get_line(chip, settings[i].offset);
        if (!line) goto failed;
        gpiod_line_bulk_add(&request->lines, line);
        request->values[i] = request->ends[i] = settings[i].ends_active;
    }
    if (gpiod_line_request_bulk(&request->lines, &config, request->values) < 0) goto failed;
    picket_fault_hold(request);
    return request;
failed:;
    int reason = errno;
    free(request);
    errno = reason;
    return NULL;
}

int picket_gpio_set_all_to_end(struct picket_gpio_request *request) {
    return gpiod_line_set_value_bulk(&request->lines, request->ends);
}

int picket_gpio_set(struct picket_gpio_request *request, unsigned int index, int active) {
    if (active != request->ends[index] && picket_fault_is_on()) {
        errno = EIO;
        return -1;
    }
    // One line of a request cannot be set alone: its value would go to the first.
    int before = request->values[index];
    request->values[index] = active;
    int result = gpiod_line_set_value_bulk(&request->lines, request->values);
    if (result < 0) request->values[index] = before;
    return result;
}

void picket_gpio_release(struct picket_gpio_request *request) {
    picket_gpio_set_all_to_end(request);
    picket_fault_let_go(request);
    gpiod_line_release_bulk(&request->lines);
    free(request);
}

struct picket_gpio_watch {
    struct gpiod_line *line;
};

void picket_gpio_watch_end(struct picket_gpio_watch *watch) {
    gpiod_line_release(watch->line);
    free(watch);
}

struct picket_gpio_watch *picket_gpio_watch_line(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings,
    unsigned int debounce_microseconds, const char *consumer) {
    (void)debounce_microseconds;
    struct picket_gpio_watch *watch = calloc(1, sizeof *watch);
    if (!watch) return NULL;
    watch->line = gpiod_chip_get_line(chip, settings->offset);
    if (!watch->line || gpiod_line_request_both_edges_events_flags(
                            watch->line, consumer, picket_gpio_flags(settings)) < 0) {
        int reason = errno;
        free(watch);
        errno = reason;
        return NULL;
    }
    if (picket_gpio_no_waiting(gpiod_line_event_get_fd(watch->line)) < 0) {
        int reason = errno;
        picket_gpio_watch_end(watch);
        errno = reason;
        return NULL;
    }
    return watch;
}

int picket_gpio_watch_descriptor(struct picket_gpio_watch *watch) {
    return gpiod_line_event_get_fd(watch->line);
}

int picket_gpio_watch_value(struct picket_gpio_watch *watch) {
    return gpiod_line_get_value(watch->line);
}

int picket_gpio_watch_read(struct picket_gpio_watch *watch, struct picket_gpio_edge *edges) {
    struct gpiod_line_event events[PICKET_GPIO_EDGES_MAX];
    int count = gpiod_line_event_read_multiple(watch->line, events, PICKET_GPIO_EDGES_MAX);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        edges[i].active = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
        edges[i].nanoseconds =
            (uint64_t)events[i].ts.tv_sec * 1000000000 + (uint64_t)events[i].ts.tv_nsec;
    }
    return count;
}

#endif
