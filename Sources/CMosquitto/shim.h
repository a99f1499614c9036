// libmosquitto: MQTT 5 to a broker. Only OpenSSL, which libmosquitto uses, reports why the
// certificate of a broker was refused.
#ifndef PICKET_CMOSQUITTO_SHIM_H
#define PICKET_CMOSQUITTO_SHIM_H

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Checks the certificates of servers by this time, in seconds since 1970; 0 for the system's clock.
//
// It changes the rules with which OpenSSL begins each check. A context of ours, which libmosquitto
// accepts too, does not help: without its own context, 2.0.11 refuses every certificate.
static inline int picket_check_certificates_at(long seconds) {
  X509_VERIFY_PARAM *rules = X509_VERIFY_PARAM_new();
  if (!rules) return 0;
  X509_VERIFY_PARAM_set1_name(rules, "ssl_server");
  X509_VERIFY_PARAM_set_purpose(rules, X509_PURPOSE_SSL_SERVER);
  X509_VERIFY_PARAM_set_trust(rules, X509_TRUST_SSL_SERVER);
  if (seconds) X509_VERIFY_PARAM_set_time(rules, seconds);
  return X509_VERIFY_PARAM_add0_table(rules);
}

#endif
