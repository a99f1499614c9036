// libexpat: a streaming XML parser that reads only the bytes that it is given.
#ifndef PICKET_CEXPAT_SHIM_H
#define PICKET_CEXPAT_SHIM_H

#include <expat.h>

#ifdef XML_UNICODE
#error "a libexpat that hands over UTF-8 is needed: Debian's is"
#endif

/// The line that is being parsed; newer releases deprecate the function that older ones have.
static inline unsigned long long picket_xml_line(XML_Parser parser) {
#ifdef XML_ATTR_DEPRECATED
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}

/// The column that is being parsed, from 0.
static inline unsigned long long picket_xml_column(XML_Parser parser) {
#ifdef XML_ATTR_DEPRECATED
    return XML_GetCurrentColumnNumber64(parser);
#else
    return XML_GetCurrentColumnNumber(parser);
#endif
}

#endif
