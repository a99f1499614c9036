// The record of a fault.
//
// A kernel may keep an output at its level when its owner is gone, so a process that a fault is
// about to end sets its lines to the values at which they end first. Setting a line is only an ioctl in both versions of
// libgpiod (neither allocates nor locks), and silencing a PWM channel is a write: both are safe in
// a signal handler. A handler that was installed before, such as that of a sanitizer or a
// backtracer, is called afterwards; the default action ends the process with its core and its
// status.
#ifndef PICKET_FAULT_H
#define PICKET_FAULT_H

#include "cgpiod.h"

/// Makes a fault set the lines of a request to the values at which they end. Requests beyond the room are left out.
void picket_fault_hold(struct picket_gpio_request *request);

void picket_fault_let_go(struct picket_gpio_request *request);

#endif
