// The state of the kernel's clock, which Swift's module of glibc leaves out.
#ifndef PICKET_CCLOCK_SHIM_H
#define PICKET_CCLOCK_SHIM_H

#include <stdbool.h>
#include <sys/timex.h>

// Whether a time service keeps the clock: it clears the kernel's flag.
static inline bool picket_clock_is_synchronised(void) {
  struct timex clock = {0};
  return adjtimex(&clock) >= 0 && !(clock.status & STA_UNSYNC);
}

#endif
