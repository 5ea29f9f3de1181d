#include "postgresql_schema.hpp"

#include <algorithm>
#include <cctype>

namespace uniform::store {

namespace {

bool of_word(char c) noexcept { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string upper(std::string_view text) {
    std::string s(text);
    std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return s;
}

/// Where what must not be changed ends, when it begins at `at`; else `at`.
std::size_t end_of_verbatim(std::string_view sql, std::size_t at) {
    const auto after = [&](std::string_view mark, std::size_t from) {
        const auto found = sql.find(mark, from);
        return found == std::string_view::npos ? sql.size() : found + mark.size();
    };
    if (sql[at] == '\'' || sql[at] == '"') return after(sql.substr(at, 1), at + 1);
    if (sql.substr(at).starts_with("--")) return after("\n", at);
    if (sql.substr(at).starts_with("/*")) return after("*/", at);
    if (sql.substr(at).starts_with("$$")) return after("$$", at + 2);
    return at;
}

std::size_t end_of_word(std::string_view sql, std::size_t at) {
    while (at < sql.size() && of_word(sql[at])) ++at;
    return at;
}

} // namespace

std::string adapted_schema(std::string_view sql) {
    std::string out;
    out.reserve(sql.size() + sql.size() / 4);
    for (std::size_t at = 0; at < sql.size();) {
        if (const auto end = end_of_verbatim(sql, at); end != at) {
            out += sql.substr(at, end - at);
            at = end;
        } else if (!of_word(sql[at])) {
            out += sql[at++];
        } else {
            const auto word_end = end_of_word(sql, at);
            const auto word = sql.substr(at, word_end - at);
            const auto name = upper(word);
            at = word_end;
            if (name == "INTEGER") {
                out += "BIGINT";
            } else if (name == "BLOB") {
                out += "BYTEA";
            } else if (name == "TEXT") {
                out += "TEXT COLLATE \"C\"";
            } else if (name == "WITHOUT") {
                const auto next = std::min(sql.find_first_not_of(" \n\t", at), sql.size());
                const auto next_end = end_of_word(sql, next);
                if (upper(sql.substr(next, next_end - next)) == "ROWID")
                    at = next_end;
                else
                    out += word;
            } else {
                out += word;
            }
        }
    }
    return out;
}

} // namespace uniform::store
