// SQLite, loaded when a database is opened: a program that opens none does not pay for it.
#ifndef PICKET_CSQLITE_H
#define PICKET_CSQLITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A database that is read, never written.
typedef struct picket_sqlite picket_sqlite;

/// Opens a database by its URI; NULL when libsqlite3.so.0 or memory is missing.
///
/// The first query reports any other failure.
picket_sqlite *picket_sqlite_open(const char *uri, int longest_value);

void picket_sqlite_close(picket_sqlite *database);

/// The last error.
const char *picket_sqlite_reason(const picket_sqlite *database);

/// Receives the first two columns of a row as bytes.
typedef void (*picket_sqlite_row)(
    void *context, const void *first, size_t first_count, const void *second, size_t second_count);

/// Runs a query with some numbers, and hands over at most this many rows; false when it fails.
bool picket_sqlite_query(
    picket_sqlite *database, const char *query, const int64_t *numbers, int count, int most_rows,
    picket_sqlite_row row, void *context);

#endif
