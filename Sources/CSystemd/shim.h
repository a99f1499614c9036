// libsystemd: readiness and watchdog (sd_notify) and journal fields.
#ifndef PICKET_CSYSTEMD_SHIM_H
#define PICKET_CSYSTEMD_SHIM_H

#include <systemd/sd-daemon.h>
// The journal must not add this file's name and line to every message.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

#endif
