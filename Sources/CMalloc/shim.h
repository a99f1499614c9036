// glibc's own settings of malloc, which Swift's module of glibc leaves out.
#ifndef PICKET_CMALLOC_SHIM_H
#define PICKET_CMALLOC_SHIM_H

#include <malloc.h>

#endif
