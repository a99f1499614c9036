// libexpat: a streaming XML parser that reads nothing but what it is handed.
#ifndef PICKET_CEXPAT_SHIM_H
#define PICKET_CEXPAT_SHIM_H

#include <expat.h>

#ifdef XML_UNICODE
#error "a libexpat that hands over UTF-8 is needed: Debian's is"
#endif

#endif
