// PostgreSQL's own headers, which are C, and what our functions do with its texts.
//
// PostgreSQL leaves a function by longjmp() where it reports an error, so nothing in the files that include this has a
// destructor. All C++ that has is behind answers.hpp (docs/decisions/0024).
#pragma once

extern "C" {
#include <postgres.h>

#include <fmgr.h>
#include <funcapi.h>
#include <mb/pg_wchar.h>
#include <utils/builtins.h>
#if __has_include(<varatt.h>)
#include <varatt.h>
#endif
}

#include <uniform/syntax/edition_use.hpp>

#include "postgresql/answers.hpp"

namespace uniform::postgresql {

/// The header that stands before each text of PostgreSQL.
inline constexpr std::size_t header = VARHDRSZ;

/// Memory for the answer, with room for the header before it. Returns nullptr where PostgreSQL would report an error.
inline char *memory_for_text(std::size_t size) {
    if (size > MaxAllocSize - header) return nullptr;
    auto *begin = static_cast<char *>(palloc_extended(size + header, MCXT_ALLOC_NO_OOM));
    return begin == nullptr ? nullptr : begin + header;
}

/// The argument as it is, in the encoding of the database.
inline bytes argument(FunctionCallInfo fcinfo, int number) {
    auto *value = reinterpret_cast<varlena *>(DatumGetPointer(PG_GETARG_DATUM(number)));
    value = pg_detoast_datum_packed(value);
    return {VARDATA_ANY(value), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(value))};
}

/// A text of the database in UTF-8.
inline bytes utf8(bytes text) {
    if (GetDatabaseEncoding() == PG_UTF8) return text;
    char *converted = pg_server_to_any(text.data, static_cast<int>(text.size), PG_UTF8);
    return {converted, converted == text.data ? text.size : strlen(converted)};
}

/// The argument in UTF-8.
inline bytes utf8_argument(FunctionCallInfo fcinfo, int number) { return utf8(argument(fcinfo, number)); }

/// An allocated answer as a text of PostgreSQL, in the encoding of the database. What is `unchecked` may be no text.
inline Datum text_of(bytes data, bool unchecked = false) {
    char *begin = const_cast<char *>(data.data);
    if (GetDatabaseEncoding() != PG_UTF8 || unchecked) {
        char *converted = pg_any_to_server(begin, static_cast<int>(data.size), PG_UTF8);
        if (converted != begin) return PointerGetDatum(cstring_to_text(converted));
    }
    SET_VARSIZE(begin - header, data.size + header);
    return PointerGetDatum(begin - header);
}

/// The part of an unknown name that a message shows.
inline const char *shown_name(bytes name) {
    return pnstrdup(name.data, static_cast<Size>(pg_mbcliplen(name.data, static_cast<int>(name.size), 40)));
}

/// Reports an answer that is none. `argument` names a level, an edition or a word that there is not.
inline void refuse(answer a, bytes argument) {
    switch (a.kind) {
    case answer::no_memory:
        ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
        break;
    case answer::unknown_level:
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("no level is called \"%s\"", shown_name(argument)),
                 errhint("Levels are simple, case, percent, path, syntax, scheme and protocol.")));
        break;
    case answer::unknown_edition:
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("no edition is called \"%s\"", shown_name(argument)),
                 errhint("Editions are %.*s.", static_cast<int>(editions_listed<edition_use::valid>.size()),
                         editions_listed<edition_use::valid>.data())));
        break;
    case answer::unknown_word:
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("\"%s\" is no such option", shown_name(argument))));
        break;
    case answer::failed:
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("uniform: internal error")));
        break;
    default:
        break;
    }
}

/// The result of a function.
inline Datum result_of(FunctionCallInfo fcinfo, answer a, bytes last_argument = {nullptr, 0}) {
    if (a.kind == answer::text) return text_of(a.data);
    if (a.kind == answer::number) return Int32GetDatum(a.value);
    refuse(a, last_argument);
    PG_RETURN_NULL();
}

} // namespace uniform::postgresql

// extern "C" Datum uniform_NAME(fcinfo), with what PostgreSQL asks of a function.
#define UNIFORM_FUNCTION(name)                                                                                         \
    extern "C" {                                                                                                       \
    PG_FUNCTION_INFO_V1(uniform_##name);                                                                               \
    }                                                                                                                  \
    extern "C" PGDLLEXPORT Datum uniform_##name(PG_FUNCTION_ARGS)
