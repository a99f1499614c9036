// The smallest possible program: reads lines from a TCP socket, and at each TPV sets a
// GPIO line active and then inactive through libgpiod.
//
//   reference PORT LINE-NAME
#include <arpa/inet.h>
#include <glob.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cgpiod.h"

/// Requests the line with a name, on any chip; NULL when it is not available.
static struct picket_gpio_request *request_line(const char *name) {
    glob_t chips;
    struct picket_gpio_request *request = NULL;
    if (glob("/dev/gpiochip*", 0, NULL, &chips) != 0) return NULL;
    for (size_t i = 0; i < chips.gl_pathc && !request; i++) {
        struct gpiod_chip *chip = gpiod_chip_open(chips.gl_pathv[i]);
        if (!chip) continue;
        for (unsigned int line = 0; line < picket_gpio_chip_lines(chip); line++) {
            struct picket_gpio_info info;
            if (picket_gpio_line_info(chip, line, &info) < 0 || strcmp(info.name, name) != 0)
                continue;
            struct picket_gpio_settings settings = {.offset = line};
            request = picket_gpio_request_outputs(chip, &settings, 1, "reference");
            break;
        }
    }
    globfree(&chips);
    return request;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    struct picket_gpio_request *request = request_line(arguments[2]);
    if (!request) {
        perror(arguments[2]);
        return 69;
    }
    int file = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(arguments[1])),
        .sin_addr = {htonl(INADDR_LOOPBACK)},
    };
    if (connect(file, (struct sockaddr *)&address, sizeof address) < 0) {
        perror("connect");
        return 69;
    }
    static const char watch[] = "?WATCH={\"enable\":true,\"json\":true};\n";
    if (send(file, watch, sizeof watch - 1, 0) < 0) return 1;

    static const char class[] = "{\"class\":\"TPV\"";
    char buffer[16384];
    size_t held = 0;
    while (1) {
        ssize_t got = recv(file, buffer + held, sizeof buffer - held, 0);
        if (got <= 0) break;
        held += (size_t)got;
        char *line = buffer, *end;
        while ((end = memchr(line, '\n', (size_t)(buffer + held - line)))) {
            if (strncmp(line, class, sizeof class - 1) == 0 &&
                (picket_gpio_set(request, 0, 1) < 0 || picket_gpio_set(request, 0, 0) < 0)) {
                perror("set");
                return 1;
            }
            line = end + 1;
        }
        held -= (size_t)(line - buffer);
        memmove(buffer, line, held);
    }
    picket_gpio_release(request);
    return 0;
}
