// A call of an SQL function: its arguments as texts, its result.
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include <sqlite3ext.h>

namespace uniform::sqlite {

/// A text of SQLite in UTF-8, with the U+0000 it may have. Throws std::bad_alloc where SQLite has no memory to convert
/// it.
inline std::string_view text_of(sqlite3_value *value, const sqlite3_api_routines *api) {
    const unsigned char *text = api->value_text(value);
    const int size = api->value_bytes(value);
    if (text == nullptr && size > 0) throw std::bad_alloc{};
    return {reinterpret_cast<const char *>(text), static_cast<std::size_t>(size)}; // NOLINT(*-reinterpret-cast)
}

/// The arguments of a call of an SQL function, and the place of its result. No argument is NULL.
class call {
public:
    call(sqlite3_context *context, sqlite3_value **arguments, const sqlite3_api_routines *api)
        : context_{context}, arguments_{arguments}, api_{api} {}

    [[nodiscard]] std::string_view text(int argument) const { return text_of(arguments_[argument], api_); }

    /// As SQLite reads a condition: not 0.
    [[nodiscard]] bool flag(int argument) const { return api_->value_double(arguments_[argument]) != 0; }

    void gives(std::string_view text) const {
        api_->result_text64(context_, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8);
    }
    void gives(const std::string &text) const { gives(std::string_view{text}); }
    void gives(bool value) const { api_->result_int(context_, value ? 1 : 0); }
    void gives(std::int32_t value) const { api_->result_int(context_, value); }
    /// NULL for nothing.
    template <class T>
    void gives(const std::optional<T> &value) const {
        if (value) gives(*value);
    }
    /// An SQL error.
    void fails(const std::string &message) const { api_->result_error(context_, message.c_str(), -1); }

private:
    sqlite3_context *context_;
    sqlite3_value **arguments_;
    const sqlite3_api_routines *api_;
};

/// Registers the functions and the tables; an SQLite result code.
int register_functions(sqlite3 *db, const sqlite3_api_routines *api);
int register_tables(sqlite3 *db, const sqlite3_api_routines *api);

} // namespace uniform::sqlite
