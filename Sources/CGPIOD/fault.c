#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    PICKET_FAULT_REQUESTS_MAX = 64,
    PICKET_FAULT_DESCRIPTORS_MAX = 32,
};

struct picket_fault {
    struct picket_gpio_request *requests[PICKET_FAULT_REQUESTS_MAX];
    // Each one more than the descriptor, so that 0 is an empty place.
    int descriptors[PICKET_FAULT_DESCRIPTORS_MAX];
    // The line of text that is written to each.
    char texts[PICKET_FAULT_DESCRIPTORS_MAX][16];
    int occurred;
    struct sigaction before[NSIG];
    pthread_key_t stack;
};

/// The lines and files of the whole process: a signal handler gets no pointer to them.
static struct picket_fault fault;

int picket_fault_is_on(void) { return __atomic_load_n(&fault.occurred, __ATOMIC_RELAXED); }

static void picket_fault_handler(int number, siginfo_t *info, void *context) {
    int reason = errno;
    __atomic_store_n(&fault.occurred, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < PICKET_FAULT_REQUESTS_MAX; i++) {
        struct picket_gpio_request *request = __atomic_load_n(&fault.requests[i], __ATOMIC_ACQUIRE);
        if (request) picket_gpio_set_all_to_end(request);
    }
    for (int i = 0; i < PICKET_FAULT_DESCRIPTORS_MAX; i++) {
        int held = __atomic_load_n(&fault.descriptors[i], __ATOMIC_ACQUIRE);
        if (held && pwrite(held - 1, fault.texts[i], strlen(fault.texts[i]), 0) < 0) continue;
    }
    const struct sigaction *before = &fault.before[number];
    if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(number, info, context);
    else if (before->sa_handler != SIG_DFL)
        before->sa_handler(number);
    struct sigaction standard = {.sa_flags = 0};
    standard.sa_handler = SIG_DFL;
    sigaction(number, &standard, NULL);
    // A fault of the processor recurs when its instruction is run again, with its address and its
    // registers. A signal that was sent does not recur, and x86 reports a trap after its
    // instruction.
    int recurs = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
    if (info->si_code <= 0 || !recurs) raise(number);
    errno = reason;
}

static void picket_fault_free_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(memory, 65536);
}

/// Whether the default action of a signal does not end a process, or nothing can be done before it.
static int picket_fault_is_harmless(int number) {
    static const int numbers[] = {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU,
                                  SIGCHLD, SIGCONT, SIGURG, SIGWINCH};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] == number) return 1;
    return 0;
}

/// Whether a signal reports a fault, for which another handler may have been installed.
static int picket_fault_is_fault(int number) {
    return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE
        || number == SIGTRAP || number == SIGABRT;
}

static void picket_fault_install(void) {
    pthread_key_create(&fault.stack, picket_fault_free_stack);
    // Those that the program waits for are blocked, and never come to a handler.
    for (int number = 1; number < NSIG; number++) {
        if (picket_fault_is_harmless(number)) continue;
        struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
        action.sa_sigaction = picket_fault_handler;
        sigemptyset(&action.sa_mask);
        if (sigaction(number, NULL, &fault.before[number]) < 0) continue;
        if (fault.before[number].sa_handler == SIG_IGN) continue;
        if (fault.before[number].sa_handler != SIG_DFL && !picket_fault_is_fault(number)) continue;
        sigaction(number, &action, NULL);
    }
}

void picket_fault_cover_thread(void) {
    static __thread int covered;
    if (covered) return;
    covered = 1;
    // A sanitizer or the runtime may have given the thread such a stack.
    stack_t stack;
    if (sigaltstack(NULL, &stack) < 0 || !(stack.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack = (stack_t){.ss_sp = memory, .ss_size = 65536};
    if (sigaltstack(&stack, NULL) < 0 || pthread_setspecific(fault.stack, memory) != 0)
        picket_fault_free_stack(memory);
}

/// Installs the handler, once; called before anything is held.
static void picket_fault_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, picket_fault_install);
    picket_fault_cover_thread();
}

void picket_fault_hold(struct picket_gpio_request *request) {
    picket_fault_prepare();
    for (int i = 0; i < PICKET_FAULT_REQUESTS_MAX; i++) {
        struct picket_gpio_request *empty = NULL;
        if (__atomic_compare_exchange_n(&fault.requests[i], &empty, request, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

void picket_fault_let_go(struct picket_gpio_request *request) {
    for (int i = 0; i < PICKET_FAULT_REQUESTS_MAX; i++) {
        struct picket_gpio_request *held = request;
        if (__atomic_compare_exchange_n(&fault.requests[i], &held, NULL, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

void picket_fault_hold_descriptor(int descriptor, unsigned int number) {
    picket_fault_prepare();
    for (int i = 0; i < PICKET_FAULT_DESCRIPTORS_MAX; i++) {
        int empty = 0;
        if (__atomic_load_n(&fault.descriptors[i], __ATOMIC_ACQUIRE)) continue;
        // Channels are opened by one thread at a time; the text is whole before the handler sees it.
        snprintf(fault.texts[i], sizeof fault.texts[i], "%u\n", number);
        if (__atomic_compare_exchange_n(&fault.descriptors[i], &empty, descriptor + 1, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}

void picket_fault_let_go_descriptor(int descriptor) {
    for (int i = 0; i < PICKET_FAULT_DESCRIPTORS_MAX; i++) {
        int held = descriptor + 1;
        if (__atomic_compare_exchange_n(&fault.descriptors[i], &held, 0, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
    }
}
