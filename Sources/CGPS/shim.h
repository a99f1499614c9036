// libgps, of which Picket uses one function: gps_unpack, which turns one line
// of gpsd's JSON into a struct gps_data_t. Its connecting and reading block,
// spin and hang in the releases that boards have, so the socket is ours.
#ifndef PICKET_CGPS_SHIM_H
#define PICKET_CGPS_SHIM_H

#include <gps.h>

#if GPSD_API_MAJOR_VERSION < 10
#error "libgps 3.21 (API 10) or newer is needed: Debian 12 and later have it"
#endif

// `set` is tested against macros of an unsigned 64-bit type that Swift does
// not import from every release, so the tests are made here.

/// Whether the line that was unpacked last was a TPV: only a TPV sets this.
static inline int picket_gps_is_tpv(const struct gps_data_t *data) {
    return (data->set & STATUS_SET) != 0;
}

/// Whether the line that was unpacked last was a GST.
static inline int picket_gps_is_gst(const struct gps_data_t *data) {
    return (data->set & GST_SET) != 0;
}

/// Whether the line that was unpacked last was a SKY that could be read: releases from 3.25 on set
/// SATELLITE_SET only where the report has nSat, but a SKY that could be read always sets this number.
static inline int picket_gps_is_sky(const struct gps_data_t *data) {
    return data->satellites_visible >= 0;
}

/// The line is not written to, but releases before 3.27 do not declare it const.
static inline int picket_gps_unpack(const char *line, struct gps_data_t *data) {
    data->set = 0;
    data->satellites_visible = -1;
    return gps_unpack((char *)line, data);
}

#endif
