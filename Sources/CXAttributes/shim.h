// The extended attributes of files, in which the kernel keeps access control lists. Swift's module
// of glibc leaves them out.
#ifndef PICKET_CXATTRIBUTES_SHIM_H
#define PICKET_CXATTRIBUTES_SHIM_H

#include <sys/xattr.h>

#endif
