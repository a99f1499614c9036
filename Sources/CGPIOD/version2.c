// The interface to libgpiod 2: Debian 13.
#include "fault.h"
#include "version.h"

#ifndef PICKET_GPIOD_V1

#include <errno.h>
#include <stdlib.h>

const char *picket_gpio_version(void) { return gpiod_api_version(); }

int picket_gpio_mixes_settings(void) { return 1; }

int picket_gpio_debounces(void) { return 1; }

int picket_gpio_chip_label(struct gpiod_chip *chip, char *label, size_t size) {
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return -1;
    picket_gpio_copy(label, gpiod_chip_info_get_label(info), size);
    gpiod_chip_info_free(info);
    return 0;
}

unsigned int picket_gpio_chip_lines(struct gpiod_chip *chip) {
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return 0;
    unsigned int lines = (unsigned int)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
    return lines;
}

int picket_gpio_line_info(struct gpiod_chip *chip, unsigned int offset,
                          struct picket_gpio_info *result) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
    if (!info) return -1;
    picket_gpio_copy(result->name, gpiod_line_info_get_name(info), sizeof result->name);
    picket_gpio_copy(result->consumer, gpiod_line_info_get_consumer(info),
                     sizeof result->consumer);
    result->used = gpiod_line_info_is_used(info);
    result->output = gpiod_line_info_get_direction(info) == GPIOD_LINE_DIRECTION_OUTPUT;
    result->active_low = gpiod_line_info_is_active_low(info);
    gpiod_line_info_free(info);
    return 0;
}

struct picket_gpio_request {
    struct gpiod_line_request *lines;
    unsigned int count;
    unsigned int offsets[PICKET_GPIO_LINES_MAX];
    enum gpiod_line_value ends[PICKET_GPIO_LINES_MAX];
};

/// The settings of a line, without its direction; NULL with errno set.
static struct gpiod_line_settings *picket_gpio_line_settings(
    const struct picket_gpio_settings *settings) {
    static const enum gpiod_line_drive drives[] = {
        GPIOD_LINE_DRIVE_PUSH_PULL, GPIOD_LINE_DRIVE_OPEN_DRAIN, GPIOD_LINE_DRIVE_OPEN_SOURCE};
    static const enum gpiod_line_bias biases[] = {GPIOD_LINE_BIAS_AS_IS, GPIOD_LINE_BIAS_DISABLED,
                                                  GPIOD_LINE_BIAS_PULL_UP,
                                                  GPIOD_LINE_BIAS_PULL_DOWN};
    struct gpiod_line_settings *line = gpiod_line_settings_new();
    if (!line) return NULL;
    gpiod_line_settings_set_active_low(line, settings->active_low);
    gpiod_line_settings_set_drive(line, drives[settings->drive]);
    gpiod_line_settings_set_bias(line, biases[settings->bias]);
    return line;
}

/// Requests the lines of a configuration.
static struct gpiod_line_request *picket_gpio_request_lines(
    struct gpiod_chip *chip, struct gpiod_line_config *lines, const char *consumer) {
    struct gpiod_request_config *config = gpiod_request_config_new();
    if (!config) return NULL;
    gpiod_request_config_set_consumer(config, consumer);
    struct gpiod_line_request *request = gpiod_chip_request_lines(chip, config, lines);
    int reason = errno;
    gpiod_request_config_free(config);
    errno = reason;
    return request;
}

struct picket_gpio_request *picket_gpio_request_outputs(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings, unsigned int count,
    const char *consumer) {
    struct picket_gpio_request *request = calloc(1, sizeof *request);
    struct gpiod_line_config *lines = gpiod_line_config_new();
    int failed = !request || !lines;
    for (unsigned int i = 0; i < count && i < PICKET_GPIO_LINES_MAX && !failed; i++) {
        struct gpiod_line_settings *line = picket_gpio_line_settings(&settings[i]);
        if (!line) {
            failed = 1;
            break;
        }
        gpiod_line_settings_set_direction(line, GPIOD_LINE_DIRECTION_OUTPUT);
        request->ends[i] =
            settings[i].ends_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
        gpiod_line_settings_set_output_value(line, request->ends[i]);
        request->offsets[i] = settings[i].offset;
        request->count = i + 1;
        failed = gpiod_line_config_add_line_settings(lines, &request->offsets[i], 1, line) < 0;
        int reason = errno;
        gpiod_line_settings_free(line);
        errno = reason;
    }
    if (!failed) request->lines = picket_gpio_request_lines(chip, lines, consumer);
    int reason = errno;
    if (lines) gpiod_line_config_free(lines);
    if (request && !request->lines) {
        free(request);
        request = NULL;
    }
    errno = reason;
    if (request) picket_fault_hold(request);
    return request;
}

int picket_gpio_set_all_to_end(struct picket_gpio_request *request) {
    return gpiod_line_request_set_values(request->lines, request->ends);
}

int picket_gpio_set(struct picket_gpio_request *request, unsigned int index, int active) {
    enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    if (value != request->ends[index] && picket_fault_is_on()) {
        errno = EIO;
        return -1;
    }
    return gpiod_line_request_set_value(request->lines, request->offsets[index], value);
}

void picket_gpio_release(struct picket_gpio_request *request) {
    picket_gpio_set_all_to_end(request);
    picket_fault_let_go(request);
    gpiod_line_request_release(request->lines);
    free(request);
}

struct picket_gpio_watch {
    struct gpiod_line_request *lines;
    struct gpiod_edge_event_buffer *events;
    unsigned int offset;
};

void picket_gpio_watch_end(struct picket_gpio_watch *watch) {
    int reason = errno;
    if (watch->lines) gpiod_line_request_release(watch->lines);
    if (watch->events) gpiod_edge_event_buffer_free(watch->events);
    free(watch);
    errno = reason;
}

struct picket_gpio_watch *picket_gpio_watch_line(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings,
    unsigned int debounce_microseconds, const char *consumer) {
    struct picket_gpio_watch *watch = calloc(1, sizeof *watch);
    if (!watch) return NULL;
    watch->offset = settings->offset;
    watch->events = gpiod_edge_event_buffer_new(PICKET_GPIO_EDGES_MAX);
    struct gpiod_line_settings *line = picket_gpio_line_settings(settings);
    struct gpiod_line_config *lines = gpiod_line_config_new();
    if (watch->events && line && lines) {
        gpiod_line_settings_set_direction(line, GPIOD_LINE_DIRECTION_INPUT);
        gpiod_line_settings_set_edge_detection(line, GPIOD_LINE_EDGE_BOTH);
        gpiod_line_settings_set_event_clock(line, GPIOD_LINE_CLOCK_MONOTONIC);
        gpiod_line_settings_set_debounce_period_us(line, debounce_microseconds);
        if (gpiod_line_config_add_line_settings(lines, &watch->offset, 1, line) == 0)
            watch->lines = picket_gpio_request_lines(chip, lines, consumer);
    }
    int reason = errno;
    if (lines) gpiod_line_config_free(lines);
    if (line) gpiod_line_settings_free(line);
    errno = reason;
    if (watch->lines &&
        picket_gpio_no_waiting(gpiod_line_request_get_fd(watch->lines)) == 0)
        return watch;
    picket_gpio_watch_end(watch);
    return NULL;
}

int picket_gpio_watch_descriptor(struct picket_gpio_watch *watch) {
    return gpiod_line_request_get_fd(watch->lines);
}

int picket_gpio_watch_value(struct picket_gpio_watch *watch) {
    enum gpiod_line_value value = gpiod_line_request_get_value(watch->lines, watch->offset);
    return value == GPIOD_LINE_VALUE_ERROR ? -1 : value == GPIOD_LINE_VALUE_ACTIVE;
}

int picket_gpio_watch_read(struct picket_gpio_watch *watch, struct picket_gpio_edge *edges) {
    int count = gpiod_line_request_read_edge_events(watch->lines, watch->events,
                                                    PICKET_GPIO_EDGES_MAX);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event =
            gpiod_edge_event_buffer_get_event(watch->events, (unsigned long)i);
        edges[i].active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
        edges[i].nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
    }
    return count;
}

#endif
