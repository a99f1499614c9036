// Counts the allocations of the program: glibc allows it to replace malloc and related functions.
#ifndef PICKET_ALLOCATIONS_H
#define PICKET_ALLOCATIONS_H

/// The number of blocks of memory that the program has requested since its start.
long picket_allocations(void);

#endif
