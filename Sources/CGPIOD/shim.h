// libgpiod, one face over its versions 1 and 2.
//
// Everything here returns NULL or -1 with errno set when it fails, as both
// versions do. Values are logical: 1 is active, whatever the polarity.
#ifndef PICKET_CGPIOD_SHIM_H
#define PICKET_CGPIOD_SHIM_H

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>
#include <string.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES
#define PICKET_GPIOD_V1 1
#endif

/// How a line is to be driven. Plain numbers, the same for both versions.
struct picket_gpio_settings {
    unsigned int offset;
    int active_low;
    int drive; // 0 push-pull, 1 open-drain, 2 open-source
    int bias;  // 0 as is, 1 disabled, 2 pull-up, 3 pull-down
};

/// What is known about a line. The texts are cut off at their size.
struct picket_gpio_info {
    char name[64];
    char consumer[64];
    int used;
};

static inline void picket_gpio_copy(char *to, const char *from, size_t size) {
    to[0] = 0;
    if (from) {
        strncpy(to, from, size - 1);
        to[size - 1] = 0;
    }
}

#ifdef PICKET_GPIOD_V1

static inline int picket_gpio_chip_label(struct gpiod_chip *chip, char *label, size_t size) {
    picket_gpio_copy(label, gpiod_chip_label(chip), size);
    return 0;
}

static inline unsigned int picket_gpio_chip_lines(struct gpiod_chip *chip) {
    return gpiod_chip_num_lines(chip);
}

static inline int picket_gpio_line_info(struct gpiod_chip *chip, unsigned int offset,
                                        struct picket_gpio_info *info) {
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    if (!line) return -1;
    picket_gpio_copy(info->name, gpiod_line_name(line), sizeof info->name);
    picket_gpio_copy(info->consumer, gpiod_line_consumer(line), sizeof info->consumer);
    info->used = gpiod_line_is_used(line);
    return 0;
}

/// One output line that this process holds.
struct picket_gpio_request {
    struct gpiod_line *line;
};

static inline struct picket_gpio_request *picket_gpio_request_output(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings, const char *consumer) {
    static const int drives[] = {0, GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN,
                                 GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE};
    static const int biases[] = {0, GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN};
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
        .flags = drives[settings->drive] | biases[settings->bias] |
                 (settings->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0),
    };
    struct gpiod_line *line = gpiod_chip_get_line(chip, settings->offset);
    if (!line || gpiod_line_request(line, &config, 0) < 0) return NULL;
    struct picket_gpio_request *request = malloc(sizeof *request);
    if (!request) {
        gpiod_line_release(line);
        return NULL;
    }
    request->line = line;
    return request;
}

static inline int picket_gpio_set(struct picket_gpio_request *request, int active) {
    return gpiod_line_set_value(request->line, active);
}

static inline void picket_gpio_release(struct picket_gpio_request *request) {
    gpiod_line_release(request->line);
    free(request);
}

#else // version 2

static inline int picket_gpio_chip_label(struct gpiod_chip *chip, char *label, size_t size) {
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return -1;
    picket_gpio_copy(label, gpiod_chip_info_get_label(info), size);
    gpiod_chip_info_free(info);
    return 0;
}

static inline unsigned int picket_gpio_chip_lines(struct gpiod_chip *chip) {
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return 0;
    unsigned int lines = gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
    return lines;
}

static inline int picket_gpio_line_info(struct gpiod_chip *chip, unsigned int offset,
                                        struct picket_gpio_info *result) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
    if (!info) return -1;
    picket_gpio_copy(result->name, gpiod_line_info_get_name(info), sizeof result->name);
    picket_gpio_copy(result->consumer, gpiod_line_info_get_consumer(info),
                     sizeof result->consumer);
    result->used = gpiod_line_info_is_used(info);
    gpiod_line_info_free(info);
    return 0;
}

/// One output line that this process holds.
struct picket_gpio_request {
    struct gpiod_line_request *lines;
    unsigned int offset;
};

static inline struct picket_gpio_request *picket_gpio_request_output(
    struct gpiod_chip *chip, const struct picket_gpio_settings *settings, const char *consumer) {
    static const enum gpiod_line_drive drives[] = {
        GPIOD_LINE_DRIVE_PUSH_PULL, GPIOD_LINE_DRIVE_OPEN_DRAIN, GPIOD_LINE_DRIVE_OPEN_SOURCE};
    static const enum gpiod_line_bias biases[] = {GPIOD_LINE_BIAS_AS_IS, GPIOD_LINE_BIAS_DISABLED,
                                                  GPIOD_LINE_BIAS_PULL_UP,
                                                  GPIOD_LINE_BIAS_PULL_DOWN};
    struct picket_gpio_request *request = calloc(1, sizeof *request);
    struct gpiod_line_settings *line = gpiod_line_settings_new();
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *config = gpiod_request_config_new();
    if (request && line && lines && config) {
        request->offset = settings->offset;
        gpiod_line_settings_set_direction(line, GPIOD_LINE_DIRECTION_OUTPUT);
        gpiod_line_settings_set_output_value(line, GPIOD_LINE_VALUE_INACTIVE);
        gpiod_line_settings_set_active_low(line, settings->active_low);
        gpiod_line_settings_set_drive(line, drives[settings->drive]);
        gpiod_line_settings_set_bias(line, biases[settings->bias]);
        gpiod_request_config_set_consumer(config, consumer);
        if (gpiod_line_config_add_line_settings(lines, &request->offset, 1, line) == 0)
            request->lines = gpiod_chip_request_lines(chip, config, lines);
    }
    int reason = errno;
    if (config) gpiod_request_config_free(config);
    if (lines) gpiod_line_config_free(lines);
    if (line) gpiod_line_settings_free(line);
    if (request && !request->lines) {
        free(request);
        request = NULL;
    }
    errno = reason;
    return request;
}

static inline int picket_gpio_set(struct picket_gpio_request *request, int active) {
    return gpiod_line_request_set_value(
        request->lines, request->offset,
        active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

static inline void picket_gpio_release(struct picket_gpio_request *request) {
    gpiod_line_request_release(request->lines);
    free(request);
}

#endif
#endif
