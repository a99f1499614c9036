// libgpiod, one face over its versions 1 and 2.
//
// Everything here returns NULL or -1 with errno set when it fails, as both
// versions do. Values are logical: 1 is active, whatever the polarity.
#ifndef PICKET_CGPIOD_SHIM_H
#define PICKET_CGPIOD_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES
#define PICKET_GPIOD_V1 1
#endif

enum {
    /// The most lines of one request: the kernel's own limit.
    PICKET_GPIO_LINES_MAX = 64,
    /// The most edges of one line that the kernel keeps.
    PICKET_GPIO_EDGES_MAX = 16,
    PICKET_FAULT_REQUESTS_MAX = 64,
    PICKET_FAULT_DESCRIPTORS_MAX = 32,
};

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
    int output;
    int active_low;
};

/// A change of a line that is watched; the time is CLOCK_MONOTONIC's.
struct picket_gpio_edge {
    int active;
    uint64_t nanoseconds;
};

/// The release of the library.
static inline const char *picket_gpio_version(void) {
#ifdef PICKET_GPIOD_V1
    return gpiod_version_string();
#else
    return gpiod_api_version();
#endif
}

static inline void picket_gpio_copy(char *to, const char *from, size_t size) {
    to[0] = 0;
    if (from) {
        strncpy(to, from, size - 1);
        to[size - 1] = 0;
    }
}

/// Whether reading an edge must not wait for one; a request starts out waiting.
static inline int picket_gpio_no_waiting(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

struct picket_gpio_request;

static inline int picket_gpio_set_all_inactive(struct picket_gpio_request *request);

// What a fault leaves behind.
//
// A kernel may keep an output at its level when its owner is gone, so a process
// that is about to die of a fault sets its lines inactive first. Setting a line
// is no more than an ioctl in both versions of libgpiod (neither allocates nor
// locks), and what silences a PWM channel is a write: both are safe in a signal
// handler. Who handled the signal before, such as a sanitizer or a backtracer, is
// called then; the default action ends the process with its core and its status.

struct picket_fault {
    struct picket_gpio_request *requests[PICKET_FAULT_REQUESTS_MAX];
    // Each one more than the descriptor, so that 0 is an empty place.
    int descriptors[PICKET_FAULT_DESCRIPTORS_MAX];
    int came;
    struct sigaction before[NSIG];
    pthread_key_t stack;
};

/// What a fault finds. One Swift file imports this header, so there is one of it.
static inline struct picket_fault *picket_fault(void) {
    static struct picket_fault fault;
    return &fault;
}

/// Whether a fault has come: no line may become active any more.
static inline int picket_fault_is_on(void) {
    return __atomic_load_n(&picket_fault()->came, __ATOMIC_RELAXED);
}

static inline void picket_fault_handler(int number, siginfo_t *info, void *context) {
    int reason = errno;
    __atomic_store_n(&picket_fault()->came, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < PICKET_FAULT_REQUESTS_MAX; i++) {
        struct picket_gpio_request *request =
            __atomic_load_n(&picket_fault()->requests[i], __ATOMIC_ACQUIRE);
        if (request) picket_gpio_set_all_inactive(request);
    }
    for (int i = 0; i < PICKET_FAULT_DESCRIPTORS_MAX; i++) {
        int held = __atomic_load_n(&picket_fault()->descriptors[i], __ATOMIC_ACQUIRE);
        if (held && pwrite(held - 1, "0\n", 2, 0) < 0) continue;
    }
    const struct sigaction *before = &picket_fault()->before[number];
    if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(number, info, context);
    else if (before->sa_handler != SIG_DFL)
        before->sa_handler(number);
    struct sigaction standard = {.sa_flags = 0};
    standard.sa_handler = SIG_DFL;
    sigaction(number, &standard, NULL);
    // A fault of the processor's comes again when its instruction is run again, and
    // so keeps its address and its registers. What was sent does not, and a trap
    // on x86 is reported after its instruction.
    if (info->si_code <= 0 || number == SIGTRAP) raise(number);
    errno = reason;
}

static inline void picket_fault_free_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(memory, 65536);
}

static inline void picket_fault_install(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    pthread_key_create(&picket_fault()->stack, picket_fault_free_stack);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int number = numbers[i];
        struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
        action.sa_sigaction = picket_fault_handler;
        sigemptyset(&action.sa_mask);
        if (sigaction(number, NULL, &picket_fault()->before[number]) < 0) continue;
        if (picket_fault()->before[number].sa_handler == SIG_IGN) continue;
        sigaction(number, &action, NULL);
    }
}

/// Gives the calling thread a stack on which the overflow of its own can be handled.
static inline void picket_fault_cover_thread(void) {
    static __thread int covered;
    if (covered) return;
    covered = 1;
    // A sanitizer or the runtime may have given it one.
    stack_t stack;
    if (sigaltstack(NULL, &stack) < 0 || !(stack.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack = (stack_t){.ss_sp = memory, .ss_size = 65536};
    if (sigaltstack(&stack, NULL) < 0 || pthread_setspecific(picket_fault()->stack, memory) != 0)
        picket_fault_free_stack(memory);
}

/// Installs the handler, once; called before anything is held.
static inline void picket_fault_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, picket_fault_install);
    picket_fault_cover_thread();
}

/// Has a request set inactive by a fault. More than there is room for are left out.
static inline void picket_fault_hold(struct picket_gpio_request *request) {
    picket_fault_prepare();
    for (int i = 0; i < PICKET_FAULT_REQUESTS_MAX; i++) {
        struct picket_gpio_request *empty = NULL;
        if (__atomic_compare_exchange_n(&picket_fault()->requests[i], &empty, request, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

static inline void picket_fault_let_go(struct picket_gpio_request *request) {
    for (int i = 0; i < PICKET_FAULT_REQUESTS_MAX; i++) {
        struct picket_gpio_request *held = request;
        if (__atomic_compare_exchange_n(&picket_fault()->requests[i], &held, NULL, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

/// Has a fault write a 0 to a descriptor, until it is let go.
static inline void picket_fault_hold_descriptor(int descriptor) {
    picket_fault_prepare();
    for (int i = 0; i < PICKET_FAULT_DESCRIPTORS_MAX; i++) {
        int empty = 0;
        if (__atomic_compare_exchange_n(&picket_fault()->descriptors[i], &empty, descriptor + 1, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

static inline void picket_fault_let_go_descriptor(int descriptor) {
    for (int i = 0; i < PICKET_FAULT_DESCRIPTORS_MAX; i++) {
        int held = descriptor + 1;
        if (__atomic_compare_exchange_n(&picket_fault()->descriptors[i], &held, 0, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

#ifdef PICKET_GPIOD_V1

/// Whether the lines of one request may have different settings.
static inline int picket_gpio_mixes_settings(void) { return 0; }

/// Whether the kernel can wait until an edge is steady.
static inline int picket_gpio_debounces(void) { return 0; }

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
    info->output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
    info->active_low = gpiod_line_active_state(line) == GPIOD_LINE_ACTIVE_STATE_LOW;
    return 0;
}

/// Lines of one chip that this process holds.
struct picket_gpio_request {
    struct gpiod_line_bulk lines;
    int values[PICKET_GPIO_LINES_MAX];
};

static inline int picket_gpio_flags(const struct picket_gpio_settings *settings) {
    static const int drives[] = {0, GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN,
                                 GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE};
    static const int biases[] = {0, GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN};
    return drives[settings->drive] | biases[settings->bias] |
           (settings->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0);
}

/// Requests lines as outputs, all inactive; they share the settings of the first.
static inline struct picket_gpio_request *picket_gpio_request_outputs(
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

static inline int picket_gpio_set_all_inactive(struct picket_gpio_request *request) {
    static const int inactive[PICKET_GPIO_LINES_MAX];
    return gpiod_line_set_value_bulk(&request->lines, inactive);
}

static inline int picket_gpio_set(struct picket_gpio_request *request, unsigned int index,
                                  int active) {
    if (active && picket_fault_is_on()) {
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

static inline void picket_gpio_release(struct picket_gpio_request *request) {
    picket_gpio_set_all_inactive(request);
    picket_fault_let_go(request);
    gpiod_line_release_bulk(&request->lines);
    free(request);
}

/// A line whose edges are watched.
struct picket_gpio_watch {
    struct gpiod_line *line;
};

static inline void picket_gpio_watch_end(struct picket_gpio_watch *watch) {
    gpiod_line_release(watch->line);
    free(watch);
}

/// Requests a line as an input and watches both of its edges.
static inline struct picket_gpio_watch *picket_gpio_watch_line(
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

static inline int picket_gpio_watch_descriptor(struct picket_gpio_watch *watch) {
    return gpiod_line_event_get_fd(watch->line);
}

static inline int picket_gpio_watch_value(struct picket_gpio_watch *watch) {
    return gpiod_line_get_value(watch->line);
}

/// Reads the edges that have come, at most PICKET_GPIO_EDGES_MAX; 0 when there are none.
static inline int picket_gpio_watch_read(struct picket_gpio_watch *watch,
                                         struct picket_gpio_edge *edges) {
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

#else // version 2

/// Whether the lines of one request may have different settings.
static inline int picket_gpio_mixes_settings(void) { return 1; }

/// Whether the kernel can wait until an edge is steady.
static inline int picket_gpio_debounces(void) { return 1; }

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
    unsigned int lines = (unsigned int)gpiod_chip_info_get_num_lines(info);
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
    result->output = gpiod_line_info_get_direction(info) == GPIOD_LINE_DIRECTION_OUTPUT;
    result->active_low = gpiod_line_info_is_active_low(info);
    gpiod_line_info_free(info);
    return 0;
}

/// Lines of one chip that this process holds.
struct picket_gpio_request {
    struct gpiod_line_request *lines;
    unsigned int count;
    unsigned int offsets[PICKET_GPIO_LINES_MAX];
};

/// What a line is to be, without its direction; NULL with errno set.
static inline struct gpiod_line_settings *picket_gpio_line_settings(
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

/// Requests what was put together.
static inline struct gpiod_line_request *picket_gpio_request_lines(
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

/// Requests lines as outputs, all inactive, each with its own settings.
static inline struct picket_gpio_request *picket_gpio_request_outputs(
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
        gpiod_line_settings_set_output_value(line, GPIOD_LINE_VALUE_INACTIVE);
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

static inline int picket_gpio_set_all_inactive(struct picket_gpio_request *request) {
    enum gpiod_line_value inactive[PICKET_GPIO_LINES_MAX];
    for (unsigned int i = 0; i < request->count; i++) inactive[i] = GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_values(request->lines, inactive);
}

static inline int picket_gpio_set(struct picket_gpio_request *request, unsigned int index,
                                  int active) {
    if (active && picket_fault_is_on()) {
        errno = EIO;
        return -1;
    }
    return gpiod_line_request_set_value(
        request->lines, request->offsets[index],
        active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

static inline void picket_gpio_release(struct picket_gpio_request *request) {
    picket_gpio_set_all_inactive(request);
    picket_fault_let_go(request);
    gpiod_line_request_release(request->lines);
    free(request);
}

/// A line whose edges are watched.
struct picket_gpio_watch {
    struct gpiod_line_request *lines;
    struct gpiod_edge_event_buffer *events;
    unsigned int offset;
};

static inline void picket_gpio_watch_end(struct picket_gpio_watch *watch) {
    int reason = errno;
    if (watch->lines) gpiod_line_request_release(watch->lines);
    if (watch->events) gpiod_edge_event_buffer_free(watch->events);
    free(watch);
    errno = reason;
}

/// Requests a line as an input and watches both of its edges, debounced by the kernel.
static inline struct picket_gpio_watch *picket_gpio_watch_line(
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

static inline int picket_gpio_watch_descriptor(struct picket_gpio_watch *watch) {
    return gpiod_line_request_get_fd(watch->lines);
}

static inline int picket_gpio_watch_value(struct picket_gpio_watch *watch) {
    enum gpiod_line_value value = gpiod_line_request_get_value(watch->lines, watch->offset);
    return value == GPIOD_LINE_VALUE_ERROR ? -1 : value == GPIOD_LINE_VALUE_ACTIVE;
}

/// Reads the edges that have come, at most PICKET_GPIO_EDGES_MAX; 0 when there are none.
static inline int picket_gpio_watch_read(struct picket_gpio_watch *watch,
                                         struct picket_gpio_edge *edges) {
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
#endif
