// prctl has a variable number of arguments, which Swift cannot call. The constants of prlimit and
// setpriority are enumerations that Swift does not take. Its module of glibc leaves pipe2 out.
#ifndef PICKET_CPROCESS_SHIM_H
#define PICKET_CPROCESS_SHIM_H

#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

static inline int picket_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

// Makes a pipe that programs do not inherit, even if another thread starts one at the same time.
static inline int picket_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// Limits the data of a process, forbids a dump of its memory, and gives it the lowest priority.
static inline int picket_limit(pid_t process, unsigned long long memory) {
  struct rlimit data = {memory, memory};
  struct rlimit none = {0, 0};
  setpriority(PRIO_PROCESS, (id_t)process, 19);
  return prlimit(process, RLIMIT_DATA, &data, NULL) | prlimit(process, RLIMIT_CORE, &none, NULL);
}

#endif
