// glibc's own settings of malloc, which Swift's module of glibc leaves out; and the limits of memory,
// whose names Swift 6.0 for arm64 does not find.
#ifndef PICKET_CMALLOC_SHIM_H
#define PICKET_CMALLOC_SHIM_H

#include <malloc.h>
#include <stdbool.h>
#include <sys/resource.h>

static inline bool picket_is_limited(int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static inline bool picket_memory_is_limited(void) {
  return picket_is_limited(RLIMIT_AS) || picket_is_limited(RLIMIT_DATA);
}

#endif
