// prctl has a variable number of arguments, which Swift cannot call.
#ifndef PICKET_CPROCESS_SHIM_H
#define PICKET_CPROCESS_SHIM_H

#include <sys/prctl.h>

static inline int picket_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

#endif
