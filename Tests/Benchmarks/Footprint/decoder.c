/* The client that picket is compared with: it decodes each report with libgps, and does nothing else.
 *
 *     decoder HOST PORT
 */
#include <gps.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    static struct gps_data_t data;

    if (count != 3 || gps_open(arguments[1], arguments[2], &data) != 0)
        return 1;
    gps_stream(&data, WATCH_ENABLE | WATCH_JSON, NULL);
    while (gps_waiting(&data, 1000 * 1000 * 1000 /* µs */))
        if (gps_read(&data, NULL, 0) < 0)
            break;
    gps_close(&data);
    return 0;
}
