// Counts what the program allocates: malloc and its kin, as glibc lets one replace them.
#ifndef PICKET_ALLOCATIONS_H
#define PICKET_ALLOCATIONS_H

/// How many blocks of memory the program has asked for since it began.
long picket_allocations(void);

#endif
