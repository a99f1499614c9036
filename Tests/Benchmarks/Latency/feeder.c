// Acts as gpsd for one client, with a vehicle that is inside a region at one fix and outside it
// at the next. Records the time from each fix to an active line.
//
//   feeder --events N --record FILE --latencies FILE [--rest MS]
//
// It prints its port first. The times of two fixes are a second apart, even if the fixes are sent
// sooner. The latency begins right before send() is called with the whole line; when send()
// returns, the loopback device has delivered the line to the client's socket. The latency ends
// at the time of the recorder, and is added to the file of latencies, in nanoseconds. Each fix
// must make the line active once: missing and additional times are counted.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "recorder.h"

enum { warm_up = 20 };

static struct record *record;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void wait_milliseconds(double milliseconds) {
    struct timespec time = {
        .tv_sec = (time_t)(milliseconds / 1000),
        .tv_nsec = (long)((milliseconds - 1000 * (double)(time_t)(milliseconds / 1000)) * 1e6),
    };
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

static uint64_t count(void) { return __atomic_load_n(&record->count, __ATOMIC_ACQUIRE); }

/// Sends a fix: 50 m further north, a second later.
static uint64_t send_fix(int client, unsigned long number) {
    char line[512], date[32];
    // A metre is 1 / 110574 of a degree at the equator.
    time_t time = 1780000000 + (time_t)number;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", gmtime(&time));
    double latitude = (25 + 50.0 * (double)number) / 110574.0;
    int size = snprintf(
        line, sizeof line,
        "{\"class\":\"TPV\",\"device\":\"/dev/serial0\",\"mode\":3,\"time\":\"%s.000Z\","
        "\"ept\":0.005,\"lat\":%.9f,\"lon\":0.001000000,\"altHAE\":62.8000,\"altMSL\":22.8000,"
        "\"alt\":22.8000,\"epv\":26.220,\"track\":0.0000,\"magtrack\":0.5000,\"magvar\":-0.5,"
        "\"speed\":50.000,\"climb\":0.000,\"epc\":52.44,\"geoidSep\":40.000,\"eph\":17.100,"
        "\"sep\":34.010}\r\n",
        date, latitude);
    uint64_t before = monotonic_nanoseconds();
    if (send(client, line, (size_t)size, MSG_NOSIGNAL) != size) fail("send");
    return before;
}

int main(int argument_count, char **arguments) {
    unsigned long events = 0;
    // A signal is 5 ms long, with 1 ms of rest after it; without more time, two signals could merge
    // on a busy processor. A timer may be a tick of 10 ms late.
    double rest = 20;
    const char *path = NULL, *latencies = NULL;
    for (int i = 1; i + 1 < argument_count; i += 2) {
        const char *value = arguments[i + 1];
        if (strcmp(arguments[i], "--events") == 0) events = strtoul(value, NULL, 10);
        if (strcmp(arguments[i], "--rest") == 0) rest = atof(value);
        if (strcmp(arguments[i], "--record") == 0) path = value;
        if (strcmp(arguments[i], "--latencies") == 0) latencies = value;
    }
    if (!events || !path || !latencies) return 2;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, sizeof *record) < 0) fail(path);
    record = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (record == MAP_FAILED) fail(path);
    FILE *found = fopen(latencies, "a");
    if (!found) fail(latencies);

    // The feeder must be on time while other processes are busy; its own work is short.
    struct sched_param priority = {.sched_priority = 90};
    if (sched_setscheduler(0, SCHED_FIFO, &priority) < 0) perror("feeder: no real-time priority");

    int server = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    if (bind(server, (struct sockaddr *)&address, size) < 0 || listen(server, 1) < 0 ||
        getsockname(server, (struct sockaddr *)&address, &size) < 0)
        fail("listen");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    int client = accept(server, NULL, NULL);
    if (client < 0) fail("accept");
    int one = 1;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    char request[256];
    if (recv(client, request, sizeof request, 0) <= 0) fail("recv");
    static const char version[] =
        "{\"class\":\"VERSION\",\"release\":\"3.22\",\"rev\":\"3.22\",\"proto_major\":3,"
        "\"proto_minor\":14}\r\n";
    if (send(client, version, sizeof version - 1, MSG_NOSIGNAL) < 0) fail("send");
    wait_milliseconds(2000);

    unsigned long measured = 0, missed = 0, more = 0;
    for (unsigned long number = 0; number < warm_up + events; number++) {
        uint64_t before = count();
        uint64_t sent = send_fix(client, number);
        // Waits up to a second for the line; after that no further change may follow.
        wait_milliseconds(3);
        for (int i = 0; i < 500 && count() == before; i++) wait_milliseconds(2);
        uint64_t first = record->nanoseconds[before % (1 << 16)];
        int arrived = count() != before;
        wait_milliseconds(rest);
        if (number < warm_up) continue;
        if (arrived)
            fprintf(found, "%lu\n", (unsigned long)(first - sent)), measured++;
        else
            missed++;
        more += count() - before - (uint64_t)arrived;
    }
    close(client);

    if (fclose(found) != 0) fail(latencies);

    // The number of events, of events without a signal, and of additional signals.
    printf("%lu %lu %lu\n", measured, missed, more);
    return 0;
}
