#include "csqlite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>

// Each function that is used, by its name.
#define FUNCTIONS(each)                                                                            \
    each(open_v2) each(close_v2) each(errmsg) each(limit) each(db_config) each(progress_handler)   \
    each(exec) each(prepare_v2) each(bind_int64) each(step) each(finalize) each(column_count)      \
    each(column_type) each(column_text) each(column_blob) each(column_bytes) \
    each(set_authorizer)

#define DECLARE(name) static __typeof__(sqlite3_##name) *name;
FUNCTIONS(DECLARE)
static bool is_loaded;

static void load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_loaded = true;
#define FIND(name)                                                                                 \
    name = (__typeof__(name))dlsym(library, "sqlite3_" #name);                                     \
    if (!name) is_loaded = false;
    FUNCTIONS(FIND)
}

struct picket_sqlite {
    sqlite3 *handle;
    int open_code;
    int steps;
    int parts;
    time_t began;
};

// A query of tiles needs some hundred steps of SQLite's machine; a hostile view may never end.
enum { steps_between = 1000, most_steps = 5000, most_seconds = 30 };

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

// One step may work on values of a megabyte: the time is limited, too.
static int count_step(void *context) {
    picket_sqlite *database = context;
    return ++database->steps > most_steps || now() - database->began > most_seconds;
}

// A query names some ten columns. A view of views of views has millions, for which SQLite needs
// memory before the first step.
enum { most_parts = 500 };

static int authorize(
    void *context, int action, const char *one, const char *two, const char *schema,
    const char *view) {
    picket_sqlite *database = context;
    (void)one;
    (void)two;
    (void)schema;
    if (++database->parts > most_parts) return SQLITE_DENY;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ: return SQLITE_OK;
    // Those of our own queries; a view of tiles only joins tables.
    case SQLITE_FUNCTION: return view ? SQLITE_DENY : SQLITE_OK;
    default: return SQLITE_DENY;
    }
}

picket_sqlite *picket_sqlite_open(const char *uri, int longest_value) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    picket_sqlite *database = calloc(1, sizeof *database);
    if (!database) return NULL;
    database->open_code = open_v2(
        uri, &database->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    if (database->open_code != SQLITE_OK) return database;
    // The file may be from anyone: its content is data, and none of it is run.
    db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    limit(database->handle, SQLITE_LIMIT_LENGTH, longest_value);
    limit(database->handle, SQLITE_LIMIT_ATTACHED, 0);
    progress_handler(database->handle, steps_between, count_step, database);
    exec(
        database->handle,
        "PRAGMA cell_size_check=ON;PRAGMA mmap_size=0;PRAGMA cache_size=-512;"
        "PRAGMA temp_store=MEMORY;PRAGMA hard_heap_limit=33554432;",
        NULL, NULL, NULL);
    set_authorizer(database->handle, authorize, database);
    return database;
}

void picket_sqlite_close(picket_sqlite *database) {
    close_v2(database->handle);
    free(database);
}

const char *picket_sqlite_reason(const picket_sqlite *database) {
    return database->handle ? errmsg(database->handle) : "out of memory";
}

// A column as bytes: text is UTF-8, although the file may have UTF-16, as tilemaker 3 writes it.
static const void *column(sqlite3_stmt *statement, int index, size_t *count) {
    bool is_blob = column_type(statement, index) == SQLITE_BLOB;
    const void *bytes =
        is_blob ? column_blob(statement, index) : (const void *)column_text(statement, index);
    // The number of bytes is right only after that call.
    *count = (size_t)column_bytes(statement, index);
    return bytes;
}

bool picket_sqlite_query(
    picket_sqlite *database, const char *query, const int64_t *numbers, int count, int most_rows,
    picket_sqlite_row row, void *context) {
    if (database->open_code != SQLITE_OK) return false;
    database->steps = database->parts = 0;
    database->began = now();
    sqlite3_stmt *statement = NULL;
    if (prepare_v2(database->handle, query, -1, &statement, NULL) != SQLITE_OK) return false;
    for (int index = 0; index < count; ++index) bind_int64(statement, index + 1, numbers[index]);
    int code = SQLITE_ROW;
    bool has_second = column_count(statement) > 1;
    for (int rows = 0; rows < most_rows && (code = step(statement)) == SQLITE_ROW; ++rows) {
        size_t first_count, second_count = 0;
        const void *first = column(statement, 0, &first_count);
        const void *second = has_second ? column(statement, 1, &second_count) : NULL;
        row(context, first, first_count, second, second_count);
    }
    // The reason of a failure stays readable.
    finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}
