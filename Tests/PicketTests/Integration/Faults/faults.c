// Replaces functions of the C library (LD_PRELOAD): one call of the program on the
// files of a folder fails, takes long, or ends the process.
//
//   FAULT_FOLDER  the folder; files outside it are never affected
//   FAULT_CALL    open, write, fsync, truncate, link, unlink, rename, close, mkdir, read; or any;
//                 or set, for GPIO lines, which ignores the folder
//   FAULT_AT      the number of the call, counted over all threads from 1; 0 for every call
//   FAULT         kill, delay:MILLISECONDS or the number of an errno; with a + before it, all
//                 later calls fail, too
//   FAULT_LOG     a file that gets a line at each fault
//   FAULT_SWITCH  a file: faults happen only while it exists
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static atomic_int count;
static atomic_bool ours[1024];

static int is_ours(const char *path) {
    const char *folder = getenv("FAULT_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_ours_open(int file) { return file >= 0 && file < 1024 && ours[file]; }

// 0 if the call is to be made, -1 with errno set if it is to fail.
static int fault(const char *call, int is_concerned) {
    const char *wanted = getenv("FAULT_CALL"), *what = getenv("FAULT");
    if (!is_concerned || !wanted || !what) return 0;
    if (strcmp(wanted, "any") && strcmp(wanted, call)) return 0;
    const char *at = getenv("FAULT_AT"), *until = getenv("FAULT_SWITCH");
    int number = atomic_fetch_add(&count, 1) + 1, when = at ? atoi(at) : 0, stays = *what == '+';
    what += stays;
    if (when && (stays ? number < when : number != when)) return 0;
    if (until && syscall(SYS_access, until, F_OK) != 0) return 0;
    const char *log = getenv("FAULT_LOG");
    if (log) {
        char text[64];
        int length = snprintf(text, sizeof text, "%s %d\n", call, number);
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
        syscall(SYS_write, file, text, length);
        syscall(SYS_close, file);
    }
    if (!strcmp(what, "kill")) syscall(SYS_kill, getpid(), SIGKILL);
    if (!strncmp(what, "delay:", 6)) {
        usleep((useconds_t)atoi(what + 6) * 1000);
        return 0;
    }
    errno = atoi(what);
    return -1;
}

static int opened(int file, int is_concerned) {
    if (file >= 0 && file < 1024) ours[file] = is_concerned;
    return file;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (fault("open", is_ours(path))) return -1;
    return opened(REAL(open, path, flags, mode), is_ours(path));
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (fault("open", is_ours(path))) return -1;
    return opened(REAL(open64, path, flags, mode), is_ours(path));
}
int close(int file) {
    int is_concerned = is_ours_open(file);
    if (is_concerned) ours[file] = 0;
    int failed = fault("close", is_concerned), reason = errno;
    int result = REAL(close, file);
    if (!failed) return result;
    errno = reason;
    return -1;
}
ssize_t write(int file, const void *bytes, size_t size) {
    return fault("write", is_ours_open(file)) ? -1 : REAL(write, file, bytes, size);
}
// Half of the bytes are written before the failure, as on a full disk.
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
    if (!fault("write", is_ours_open(file))) return REAL(pwrite, file, bytes, size, at);
    int reason = errno;
    REAL(pwrite, file, bytes, size / 2, at);
    errno = reason;
    return -1;
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
    return pwrite(file, bytes, size, at);
}
ssize_t pread(int file, void *bytes, size_t size, off_t at) {
    return fault("read", is_ours_open(file)) ? -1 : REAL(pread, file, bytes, size, at);
}
ssize_t pread64(int file, void *bytes, size_t size, off64_t at) {
    return pread(file, bytes, size, at);
}
int fsync(int file) { return fault("fsync", is_ours_open(file)) ? -1 : REAL(fsync, file); }
int ftruncate(int file, off_t size) {
    return fault("truncate", is_ours_open(file)) ? -1 : REAL(ftruncate, file, size);
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int link(const char *from, const char *to) {
    return fault("link", is_ours(to)) ? -1 : REAL(link, from, to);
}
int unlink(const char *path) {
    return fault("unlink", is_ours(path)) ? -1 : REAL(unlink, path);
}
int rename(const char *from, const char *to) {
    return fault("rename", is_ours(to)) ? -1 : REAL(rename, from, to);
}
// The calls of the kernel's first and second GPIO interface that set lines.
int ioctl(int file, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int is_set = _IOC_TYPE(request) == 0xB4 && (_IOC_NR(request) == 9 || _IOC_NR(request) == 15);
    if (is_set && fault("set", 1)) return -1;
    return REAL(ioctl, file, request, argument);
}
int mkdir(const char *path, mode_t mode) {
    return fault("mkdir", is_ours(path)) ? -1 : REAL(mkdir, path, mode);
}
