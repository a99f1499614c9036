// glibc's own settings of malloc, which Swift's module of glibc leaves out; the limits of memory,
// whose names Swift 6.0 for arm64 does not find; and the stack.
#ifndef PICKET_CMALLOC_SHIM_H
#define PICKET_CMALLOC_SHIM_H

#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static inline bool picket_is_limited(int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static inline bool picket_memory_is_limited(void) {
  return picket_is_limited(RLIMIT_AS) || picket_is_limited(RLIMIT_DATA);
}

// Gives back the pages of this thread's stack that only earlier calls needed. It is a function of
// its own, so that its frame lies below those of all callers; 8 KiB more stay for later calls.
static __attribute__((noinline, unused)) void picket_give_back_stack(void) {
  const uintptr_t deepest = 1 << 17, page = (uintptr_t)sysconf(_SC_PAGESIZE);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void *lowest = NULL;
  size_t size = 0;
  int code = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  if (code != 0) return;
  // The memory below a small stack is not this thread's.
  uintptr_t start = ((uintptr_t)lowest + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)__builtin_frame_address(0) - 8192) & ~(page - 1);
  if (end > deepest && start < end - deepest) start = end - deepest;
  if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
}

#endif
