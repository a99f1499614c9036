// libmicrohttpd: HTTP for picket-page. Swift cannot call functions with a variable number of
// arguments, so those that Picket uses have a form with a fixed number here.
#ifndef PICKET_CMICROHTTPD_SHIM_H
#define PICKET_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stddef.h>
#include <string.h>

// Names that do not depend on how a release declares its enumerations.
static const enum MHD_Result picket_http_no = MHD_NO;
static const enum MHD_Result picket_http_yes = MHD_YES;
static const enum MHD_ValueKind picket_http_headers = MHD_HEADER_KIND;
static const enum MHD_ValueKind picket_http_arguments = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ResponseMemoryMode picket_http_copied = MHD_RESPMEM_MUST_COPY;
static const enum MHD_ConnectionNotificationCode picket_http_started =
    MHD_CONNECTION_NOTIFY_STARTED;

// The limits of a server and of each of its connections.
struct picket_http_limits {
  unsigned int connections;
  // In seconds without any progress.
  unsigned int timeout;
  // In bytes: a request's head has to fit into it.
  size_t memory;
};

// Resolves the escapes of a path or an argument; a zero byte would hide what follows it.
static inline size_t picket_http_unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

// Serves a socket that listens. There is no extra thread: everything happens in MHD_run.
static inline struct MHD_Daemon *picket_http_start(
    int listener, struct picket_http_limits limits, const char *certificate, const char *key,
    MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context) {
  unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  if (certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, access, context, MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections, MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory, MHD_OPTION_NOTIFY_COMPLETED, completed,
      context, MHD_OPTION_NOTIFY_CONNECTION, connection, context, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_UNESCAPE_CALLBACK, picket_http_unescape,
      NULL, MHD_OPTION_ARRAY, certificate ? tls : none,
      MHD_OPTION_END);
}

// The descriptor that can be read when MHD_run has something to do; -1 when there is none.
static inline int picket_http_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

// The descriptor of a connection; -1 when it is not known.
static inline int picket_http_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Sets for how many seconds a connection may make no progress.
static inline void picket_http_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

// The milliseconds until MHD_run has to be called again; -1 when only its descriptor decides.
static inline long long picket_http_delay(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG delay = 0;
  return MHD_get_timeout(daemon, &delay) == MHD_YES ? (long long)delay : -1;
}

#endif
