// libqrencode: the QR code of a link, for the camera of a phone.
#ifndef PICKET_CQRENCODE_SHIM_H
#define PICKET_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
