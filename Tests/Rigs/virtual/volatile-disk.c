// A disk that loses unflushed writes when the power is cut.
//
// Loaded into the virtual board's process (LD_PRELOAD), it holds writes to the image
// of its disk in memory, as a card does in its cache, until the kernel requests a
// flush. SIGKILL to the process is the cut.
//
//   VOLATILE_DISK=FILE        the image
//   VOLATILE_DISK_LEAK=N      each sector written lands at once with N % chance, so
//                             that writes land out of order and in part
//   VOLATILE_DISK_SEED=N      of that chance
//   VOLATILE_DISK_LOG=FILE    a line for each flush
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { sector_size = 512 };

static dev_t device;
static ino_t inode;
static uint64_t sectors;       // 0: there is no such disk
static uint8_t *cache;         // what was written, at its place on the disk
static bool *is_cached;        // of each sector
static uint64_t cached;        // how many are
static unsigned leak;
static uint64_t chance = 0x2545F4914F6CDD1D;
static int log_file = -1;

// The functions below have the names of the C library's own.
static ssize_t read_medium(int file, void *bytes, size_t count, off_t place) {
    return syscall(SYS_pread64, file, bytes, count, place);
}

static bool write_medium(int file, const uint8_t *bytes, size_t count, off_t place) {
    while (count > 0) {
        ssize_t written = syscall(SYS_pwrite64, file, bytes, count, place);
        if (written < 0) return false;
        bytes += written;
        count -= written;
        place += written;
    }
    return true;
}

static void *zeroes(size_t size) {
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        // Without memory the disk would lose nothing, and prove nothing.
        perror("volatile-disk");
        _exit(70);
    }
    return bytes;
}

__attribute__((constructor)) static void insert_disk(void) {
    const char *path = getenv("VOLATILE_DISK");
    if (!path) return;
    struct stat image;
    if (stat(path, &image) < 0) {
        perror(path);
        _exit(70);
    }
    device = image.st_dev;
    inode = image.st_ino;
    sectors = (image.st_size + sector_size - 1) / sector_size;
    cache = zeroes(sectors * sector_size);
    is_cached = zeroes(sectors * sizeof *is_cached);
    const char *text = getenv("VOLATILE_DISK_LEAK");
    if (text) leak = strtoul(text, NULL, 10);
    text = getenv("VOLATILE_DISK_SEED");
    if (text) chance ^= (strtoull(text, NULL, 10) + 1) * 0x9E3779B97F4A7C15;
    if (!chance) chance = 1;
    text = getenv("VOLATILE_DISK_LOG");
    if (text) log_file = open(text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static bool is_disk(int file) {
    struct stat status;
    return sectors && fstat(file, &status) == 0 && status.st_ino == inode &&
           status.st_dev == device;
}

static bool leaks(void) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance % 100 < leak;
}

// How much of `count` bytes from `place` on is in the sector of `place`.
static size_t part(off_t place, size_t count) {
    size_t rest = sector_size - place % sector_size;
    return count < rest ? count : rest;
}

static ssize_t read_disk(int file, void *bytes, size_t count, off_t place) {
    ssize_t got = read_medium(file, bytes, count, place);
    if (got <= 0 || !is_disk(file)) return got;
    for (ssize_t done = 0; done < got;) {
        uint64_t sector = (place + done) / sector_size;
        size_t size = part(place + done, got - done);
        if (sector < sectors && is_cached[sector])
            memcpy((uint8_t *)bytes + done, cache + place + done, size);
        done += size;
    }
    return got;
}

static ssize_t write_disk(int file, const void *bytes, size_t count, off_t place) {
    if (!is_disk(file)) return syscall(SYS_pwrite64, file, bytes, count, place);
    if ((uint64_t)place + count > sectors * sector_size) {
        errno = ENOSPC;
        return -1;
    }
    for (size_t done = 0; done < count;) {
        uint64_t sector = (place + done) / sector_size;
        uint8_t *held = cache + sector * sector_size;
        size_t size = part(place + done, count - done);
        if (!is_cached[sector]) {
            if (size < sector_size) read_medium(file, held, sector_size, sector * sector_size);
            is_cached[sector] = true;
            cached++;
        }
        memcpy(cache + place + done, (const uint8_t *)bytes + done, size);
        if (leak && leaks()) {
            if (!write_medium(file, held, sector_size, sector * sector_size)) return -1;
            is_cached[sector] = false;
            cached--;
        }
        done += size;
    }
    return count;
}

static int flush_disk(int file) {
    uint64_t flushed = 0;
    for (uint64_t first = 0; first < sectors && cached; first++) {
        if (!is_cached[first]) continue;
        uint64_t end = first;
        while (end < sectors && is_cached[end]) end++;
        if (!write_medium(file, cache + first * sector_size, (end - first) * sector_size,
                          first * sector_size))
            return -1;
        memset(is_cached + first, 0, (end - first) * sizeof *is_cached);
        cached -= end - first;
        flushed += end - first;
        first = end;
    }
    if (log_file >= 0) dprintf(log_file, "flushed %llu sectors\n", (unsigned long long)flushed);
    return 0;
}

// To discard is to write zeroes.
static int clear_disk(int file, int mode, off_t place, off_t count) {
    static const uint8_t none[65536];
    if (!is_disk(file)) return syscall(SYS_fallocate, file, mode, place, count);
    while (count > 0) {
        size_t size = count < (off_t)sizeof none ? (size_t)count : sizeof none;
        if (write_disk(file, none, size, place) < 0) return -1;
        place += size;
        count -= size;
    }
    return 0;
}

// MARK: The kernel driver's calls, in place of the C library's

ssize_t pread(int file, void *bytes, size_t count, off_t place) {
    return read_disk(file, bytes, count, place);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t place) {
    return read_disk(file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    return write_disk(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t place) {
    return write_disk(file, bytes, count, place);
}

int fsync(int file) {
    return is_disk(file) ? flush_disk(file) : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    return is_disk(file) ? flush_disk(file) : (int)syscall(SYS_fdatasync, file);
}

int fallocate(int file, int mode, off_t place, off_t count) {
    return clear_disk(file, mode, place, count);
}

int fallocate64(int file, int mode, off_t place, off_t count) {
    return clear_disk(file, mode, place, count);
}
