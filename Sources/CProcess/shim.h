// prctl has a variable number of arguments, which Swift cannot call. The constants of setpriority
// are an enumeration that Swift does not accept. Swift's module of glibc leaves pipe2 and
// memfd_create out.
#ifndef PICKET_CPROCESS_SHIM_H
#define PICKET_CPROCESS_SHIM_H

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

static inline int picket_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

// Makes a pipe that programs do not inherit, even if another thread starts one at the same time.
static inline int picket_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// Makes a file in memory that programs do not inherit; 1 is MFD_CLOEXEC, which a module does not see.
static inline int picket_memory_file(void) { return memfd_create("picket", 1U); }

// Gives a process the lowest priority.
static inline void picket_give_way(pid_t process) {
  setpriority(PRIO_PROCESS, (id_t)process, 19);
}

#endif
