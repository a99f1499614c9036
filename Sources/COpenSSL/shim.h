// libcrypto of OpenSSL 3: signatures with Ed25519 (RFC 8032).
#ifndef PICKET_COPENSSL_SHIM_H
#define PICKET_COPENSSL_SHIM_H

#include <openssl/evp.h>
#include <openssl/pem.h>

#endif
