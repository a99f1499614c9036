// A program that holds a line and a channel as picket does, and sends itself a signal: it prints `off`
// when its handler sets the line to its end, and the channel's file then has the text of its end.
#include "../../../../Sources/CGPIOD/fault.c"

#include <fcntl.h>
#include <stdlib.h>

void picket_fault_hold_descriptor(int descriptor, unsigned int number);

int picket_gpio_set_all_to_end(struct picket_gpio_request *request) {
    (void)request;
    return write(STDOUT_FILENO, "off\n", 4) == 4 ? 0 : -1;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    // A shell or a test may block or ignore signals.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    int channel = open(arguments[2], O_WRONLY);
    if (channel < 0) return 2;
    picket_fault_hold((struct picket_gpio_request *)arguments);
    picket_fault_hold_descriptor(channel, 0);
    raise(atoi(arguments[1]));
    return 0;
}
