// Errors are returned, not thrown: nothing may unwind into the caller.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
// toml++ and the readers of its tree recurse: a configuration needs two levels.
#define TOML_MAX_NESTED_VALUES 8
// The parser of toml++ asserts that a table header begins with a key before it
// checks that: "[=" must be a mistake, not the end of the process. With NDEBUG
// toml++ would let the compiler assume that the assertion holds.
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true, "")

#include <toml++/toml.h>

#include "ctoml.h"

#include <string>
#include <string_view>
#include <vector>

struct picket_toml {
    toml::parse_result result;
    std::string error;
    std::vector<picket_toml_entry> entries;
};

static picket_toml_kind kind(const toml::node &node) {
    switch (node.type()) {
    case toml::node_type::table: return PICKET_TOML_TABLE;
    case toml::node_type::array: return PICKET_TOML_ARRAY;
    case toml::node_type::string: return PICKET_TOML_STRING;
    case toml::node_type::integer: return PICKET_TOML_INTEGER;
    case toml::node_type::floating_point: return PICKET_TOML_FLOAT;
    case toml::node_type::boolean: return PICKET_TOML_BOOLEAN;
    default: return PICKET_TOML_DATE;
    }
}

static void add(picket_toml &document, const toml::node &node, const toml::key *key) {
    picket_toml_entry entry{};
    const auto &place = key ? key->source().begin : node.source().begin;
    entry.kind = kind(node);
    entry.line = static_cast<uint32_t>(place.line);
    entry.column = static_cast<uint32_t>(place.column);
    if (key) {
        entry.key = key->str().data();
        entry.key_length = key->str().size();
    }
    if (auto string = node.as_string()) {
        entry.text = string->get().data();
        entry.text_length = string->get().size();
    }
    if (auto integer = node.as_integer()) entry.integer = integer->get();
    if (auto number = node.as_floating_point()) entry.number = number->get();
    if (auto boolean = node.as_boolean()) entry.boolean = boolean->get();
    const auto *table = node.as_table();
    const auto *array = node.as_array();
    entry.count = table ? table->size() : array ? array->size() : 0;
    document.entries.push_back(entry);
    if (table) {
        for (auto &&[name, value] : *table) add(document, value, &name);
    } else if (array) {
        for (auto &&value : *array) add(document, value, nullptr);
    }
}

picket_toml *picket_toml_parse(const char *text, size_t length) {
    auto document = new picket_toml{toml::parse(std::string_view(text, length)), {}, {}};
    if (document->result) {
        add(*document, document->result.table(), nullptr);
    } else {
        document->error = document->result.error().description();
    }
    return document;
}

void picket_toml_free(picket_toml *document) { delete document; }

const char *picket_toml_error(const picket_toml *document, uint32_t *line, uint32_t *column) {
    if (document->result) return nullptr;
    const auto &place = document->result.error().source().begin;
    *line = static_cast<uint32_t>(place.line);
    *column = static_cast<uint32_t>(place.column);
    return document->error.c_str();
}

const picket_toml_entry *picket_toml_entries(const picket_toml *document) {
    return document->entries.data();
}
