// The types uri, iri and urn: reading, writing, comparing, hashing.

#include "postgresql/server.hpp"

extern "C" {
#include <common/hashfn.h>
#include <libpq/pqformat.h>

PG_MODULE_MAGIC; // NOLINT
}

namespace {

using namespace uniform::postgresql;

const char *name_of(type t) { return t == type::uri ? "uri" : t == type::iri ? "iri" : "urn"; }

// The answer as a C string for a message, in the encoding of the database.
const char *words(answer a) {
    if (a.kind != answer::text) return nullptr;
    const char *in_server = pg_any_to_server(a.data.data, static_cast<int>(a.data.size), PG_UTF8);
    return in_server == a.data.data ? pnstrdup(a.data.data, a.data.size) : in_server;
}

// Whether the encoding of the database permits it: only UTF8 has the characters of IRIs.
bool is_storable(bytes text, type t) {
    if (t != type::iri || GetDatabaseEncoding() == PG_UTF8) return true;
    for (std::size_t i = 0; i < text.size; ++i) {
        if (IS_HIGHBIT_SET(text.data[i])) return false;
    }
    return true;
}

// Whether the text is one of the type; reports an error, softly where PostgreSQL can.
bool is_accepted(bytes text, type t, [[maybe_unused]] Node *soft) {
    if (!is_storable(text, t)) {
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                        errmsg("the type iri needs a database in UTF8 for characters beyond US-ASCII")));
    }
    if (is_valid(text, t)) return true;
    const bytes in_utf8 = utf8(text);
    const char *detail = words(why_not(in_utf8, t, memory_for_text));
    const char *hint = t == type::uri ? words(suggestion(in_utf8, memory_for_text)) : nullptr;
    // The part of a long text that the message shows.
    const int shown = pg_mbcliplen(text.data, static_cast<int>(text.size), 200);
    const char *start = pnstrdup(text.data, static_cast<Size>(shown));
    const char *more = static_cast<std::size_t>(shown) < text.size ? "..." : "";
#if PG_VERSION_NUM >= 160000
    errsave(soft,
#else
    ereport(ERROR,
#endif
            (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
             errmsg("invalid input syntax for type %s: \"%s%s\"", name_of(t), start, more),
             detail == nullptr ? 0 : errdetail("%s", detail),
             hint == nullptr ? 0 : errhint("uri_repair() reads it as \"%s\".", hint)));
    return false;
}

Datum read(FunctionCallInfo fcinfo, type t) {
    const char *text = PG_GETARG_CSTRING(0);
    const std::size_t size = strlen(text);
    if (!is_accepted({text, size}, t, fcinfo->context)) PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text_with_len(text, static_cast<int>(size)));
}

Datum receive(FunctionCallInfo fcinfo, type t) {
    auto *buffer = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    int size = 0;
    const char *text = pq_getmsgtext(buffer, buffer->len - buffer->cursor, &size);
    is_accepted({text, static_cast<std::size_t>(size)}, t, nullptr);
    PG_RETURN_TEXT_P(cstring_to_text_with_len(text, size));
}

// The text as one of the type, or NULL where that is none. It is the same text, and keeps its header.
Datum try_to_read(FunctionCallInfo fcinfo, type t) {
    text *value = PG_GETARG_TEXT_PP(0);
    const bytes content{VARDATA_ANY(value), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(value))};
    if (!is_storable(content, t) || !is_valid(content, t)) PG_RETURN_NULL();
    PG_RETURN_TEXT_P(value);
}

// Frees the argument if it was compressed or stored elsewhere: an index calls these functions many times before
// PostgreSQL frees their memory.
void free_argument(FunctionCallInfo fcinfo, int number, bytes text) {
    auto *value = reinterpret_cast<varlena *>(DatumGetPointer(PG_GETARG_DATUM(number)));
    if (text.data != VARDATA_ANY(value)) pfree(const_cast<char *>(text.data) - header);
}

int order(FunctionCallInfo fcinfo, type t) {
    bool done = false;
    const bytes a = argument(fcinfo, 0);
    const bytes b = argument(fcinfo, 1);
    const int result = compare(a, b, t, done);
    free_argument(fcinfo, 0, a);
    free_argument(fcinfo, 1, b);
    if (!done) refuse({answer::no_memory, 0, {nullptr, 0}}, {});
    return result;
}

struct hashing {
    uint64 seed;
    uint64 result;
};

uint64 hash(FunctionCallInfo fcinfo, type t, uint64 seed) {
    hashing h{seed, 0};
    const auto use = [](void *context, bytes normal) {
        auto *self = static_cast<hashing *>(context);
        self->result = hash_bytes_extended(reinterpret_cast<const unsigned char *>(normal.data),
                                           static_cast<int>(normal.size), self->seed);
    };
    const bytes text = argument(fcinfo, 0);
    if (!with_normal_form(text, t, use, &h)) refuse({answer::no_memory, 0, {nullptr, 0}}, {});
    free_argument(fcinfo, 0, text);
    return h.result;
}

} // namespace

// The functions of each type. The 64-bit hash's lower half is the 32-bit one if its seed is 0, as PostgreSQL requires.
#define UNIFORM_TYPE(name)                                                                                             \
    UNIFORM_FUNCTION(name##_in) { return read(fcinfo, type::name); }                                                   \
    UNIFORM_FUNCTION(name##_try) { return try_to_read(fcinfo, type::name); }                                           \
    UNIFORM_FUNCTION(name##_recv) { return receive(fcinfo, type::name); }                                              \
    UNIFORM_FUNCTION(name##_cmp) { PG_RETURN_INT32(order(fcinfo, type::name)); }                                       \
    UNIFORM_FUNCTION(name##_lt) { PG_RETURN_BOOL(order(fcinfo, type::name) < 0); }                                     \
    UNIFORM_FUNCTION(name##_le) { PG_RETURN_BOOL(order(fcinfo, type::name) <= 0); }                                    \
    UNIFORM_FUNCTION(name##_eq) { PG_RETURN_BOOL(order(fcinfo, type::name) == 0); }                                    \
    UNIFORM_FUNCTION(name##_ne) { PG_RETURN_BOOL(order(fcinfo, type::name) != 0); }                                    \
    UNIFORM_FUNCTION(name##_ge) { PG_RETURN_BOOL(order(fcinfo, type::name) >= 0); }                                    \
    UNIFORM_FUNCTION(name##_gt) { PG_RETURN_BOOL(order(fcinfo, type::name) > 0); }                                     \
    UNIFORM_FUNCTION(name##_smaller) { PG_RETURN_TEXT_P(PG_GETARG_TEXT_PP(order(fcinfo, type::name) <= 0 ? 0 : 1)); }  \
    UNIFORM_FUNCTION(name##_larger) { PG_RETURN_TEXT_P(PG_GETARG_TEXT_PP(order(fcinfo, type::name) >= 0 ? 0 : 1)); }   \
    UNIFORM_FUNCTION(name##_hash) { PG_RETURN_INT32(static_cast<int32>(hash(fcinfo, type::name, 0))); }                \
    UNIFORM_FUNCTION(name##_hash_extended) {                                                                           \
        PG_RETURN_UINT64(hash(fcinfo, type::name, static_cast<uint64>(PG_GETARG_INT64(1))));                           \
    }

UNIFORM_TYPE(uri)
UNIFORM_TYPE(iri)
UNIFORM_TYPE(urn)

// A text of the three is stored as a text is.
UNIFORM_FUNCTION(out) { PG_RETURN_CSTRING(TextDatumGetCString(PG_GETARG_DATUM(0))); }

UNIFORM_FUNCTION(send) {
    const bytes text = argument(fcinfo, 0);
    StringInfoData buffer;
    pq_begintypsend(&buffer);
    pq_sendtext(&buffer, text.data, static_cast<int>(text.size));
    PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}
