// toml++ behind a few lines of C: one call that turns a document into a list
// of entries, a parent before its children.
#ifndef PICKET_CTOML_H
#define PICKET_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A document that was read, or the reason why it could not be.
typedef struct picket_toml picket_toml;

enum picket_toml_kind {
    PICKET_TOML_TABLE,
    PICKET_TOML_ARRAY,
    PICKET_TOML_STRING,
    PICKET_TOML_INTEGER,
    PICKET_TOML_FLOAT,
    PICKET_TOML_BOOLEAN,
    PICKET_TOML_DATE
};

/// One value; its texts belong to the document.
typedef struct {
    enum picket_toml_kind kind;
    /// The place of the key, or of a value without a key; from 1.
    uint32_t line, column;
    /// UTF-8, not terminated; NULL in an array and at the root.
    const char *key;
    size_t key_length;
    /// UTF-8, not terminated; of a string only.
    const char *text;
    size_t text_length;
    int64_t integer;
    double number;
    bool boolean;
    /// The number of values directly in a table or an array.
    size_t count;
} picket_toml_entry;

/// Reads a document. The caller frees it, also when it holds an error.
picket_toml *picket_toml_parse(const char *text, size_t length);

void picket_toml_free(picket_toml *document);

/// The reason why the document could not be read and the place, or NULL.
const char *picket_toml_error(const picket_toml *document, uint32_t *line, uint32_t *column);

/// The first of the entries, the root; each is followed by its children.
const picket_toml_entry *picket_toml_entries(const picket_toml *document);

#ifdef __cplusplus
}
#endif

#endif
