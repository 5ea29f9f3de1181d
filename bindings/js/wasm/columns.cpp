// Lists: one call for all rows. The rows are lines, or what offsets say; results are one buffer with offsets and a byte
// for each row that says whether it has a result.
#include "wire.hpp"

#include <uniform/repair/repair.hpp>
#include <uniform/text/abbreviated.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/urn.hpp>

#include <unordered_set>
#include <vector>

using namespace uniform;
using namespace uniform::js;

namespace {

// Instead of the number of rows: there are lines, and rows joined by line feeds, of which none loses its carriage
// return.
constexpr u32 lines = 0xFFFFFFFF;
constexpr u32 joined = 0xFFFFFFFE;
constexpr u32 with_nulls = 0x80000000; // beside the number

// Results of the last call.
struct output {
    std::string bytes{};
    std::vector<u32> offsets{};
    std::vector<u32> table{};
    std::vector<std::uint8_t> valid{};
};
output columns; // NOLINT: one thread

// The rows: `size` bytes of the request buffer, after them (at the next multiple of four) the offsets, if there are
// any, and after these whether the rows are not null. A null is a row without data. A carriage return before the end of
// a line is part of the end.
class rows {
public:
    rows(u32 size, u32 count) noexcept : text_{request(), size}, is_text_{count == lines} {
        if (count < joined) {
            offsets_ = reinterpret_cast<const u32 *>(request() + ((size + 3) & ~3U));
            count_ = count & ~with_nulls;
            if (count_ != count) valid_ = reinterpret_cast<const std::uint8_t *>(offsets_ + count_ + 1);
        }
    }
    template <class F>
    void each(F f) const {
        if (offsets_ != nullptr) {
            for (u32 i = 0; i < count_; ++i) {
                const bool null = valid_ != nullptr && valid_[i] == 0;
                f(null ? std::string_view{} : text_.substr(offsets_[i], offsets_[i + 1] - offsets_[i]), offsets_[i]);
            }
            return;
        }
        const char *at = text_.data();
        const char *const end = at + text_.size();
        while (at != end) {
            const auto *found = static_cast<const char *>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
            const char *stop = found == nullptr ? end : found;
            const std::size_t end_size = is_text_ && stop != at && stop[-1] == '\r' ? 1 : 0;
            f(std::string_view{at, static_cast<std::size_t>(stop - at) - end_size},
              static_cast<u32>(at - text_.data()));
            at = found == nullptr ? end : found + 1;
        }
    }
    [[nodiscard]] std::size_t size() const noexcept { return text_.size(); }

private:
    std::string_view text_;
    bool is_text_;
    const u32 *offsets_ = nullptr;
    const std::uint8_t *valid_ = nullptr;
    u32 count_ = 0;
};

std::int32_t finish() {
    shared.result = columns.bytes.data();
    shared.size = static_cast<u32>(columns.bytes.size());
    shared.values = columns.table.data();
    shared.offsets = columns.offsets.data();
    shared.valid = columns.valid.data();
    shared.rows = static_cast<u32>(columns.valid.size());
    return 1;
}

// A column of texts: `write(out, row)` appends the row's text and says whether there is one; other than 0: which.
template <class Write>
std::int32_t texts(const rows &in, Write write) {
    columns = {};
    columns.bytes.reserve(in.size() + normalize_slack);
    columns.offsets.push_back(0);
    in.each([&](std::string_view row, u32) {
        const auto before = columns.bytes.size();
        const std::uint8_t valid = row.data() == nullptr ? std::uint8_t{0} : std::uint8_t{write(columns.bytes, row)};
        if (valid == 0) columns.bytes.resize(before);
        columns.valid.push_back(valid);
        columns.offsets.push_back(static_cast<u32>(columns.bytes.size()));
    });
    return finish();
}

std::optional<std::string_view> part(const reference_view &r, u32 which) noexcept {
    switch (which) {
    case 0:
        return r.scheme();
    case 1:
        return r.authority();
    case 2:
        return r.userinfo();
    case 3:
        return r.host();
    case 4:
        return r.port();
    case 5:
        return r.path();
    case 6:
        return r.query();
    default:
        return r.fragment();
    }
}

} // namespace

extern "C" void js_release_columns() noexcept;
extern "C" void js_release_columns() noexcept { columns = {}; }

UNIFORM_JS(column_valid)(u32 size, u32 count, u32 e, u32 production) {
    columns = {};
    const auto r = static_cast<rule>(production);
    rows{size, count}.each([&](std::string_view row, u32) {
        columns.valid.push_back(row.data() != nullptr && !why_invalid(row, {.edition = edition_at(e)}, r) ? 1 : 0);
    });
    return finish();
}

// Eight numbers a row: where it begins in the list, scheme_end, host_begin, host_end, path_begin, path_end, query_end,
// size; of a row that is not valid where it begins, the offset of the error, error_code and rule.
UNIFORM_JS(column_parse)(u32 size, u32 count, u32 e, u32 production) {
    columns = {};
    const auto p = static_cast<rule>(production);
    rows{size, count}.each([&](std::string_view row, u32 begin) {
        const auto r = parse_as(p, row, {.edition = edition_at(e)});
        const bool valid = r && row.data() != nullptr;
        columns.valid.push_back(valid ? 1 : 0);
        auto &t = columns.table;
        if (valid) {
            const detail::offsets &at = detail::access::where(*r);
            t.insert(t.end(), {begin, at.scheme_end, at.host_begin, at.host_end, at.path_begin, at.path_end,
                               at.query_end, static_cast<u32>(row.size())});
        } else {
            const error x = r ? error{} : r.error();
            t.insert(t.end(), {begin, static_cast<u32>(x.offset), static_cast<u32>(x.code), static_cast<u32>(x.rule), 0,
                               0, 0, static_cast<u32>(row.size())});
        }
    });
    return finish();
}

UNIFORM_JS(column_normalize)(u32 size, u32 count, u32 e, u32 level, u32 flags) {
    const auto o = normalizing(level, flags);
    return texts({size, count}, [&](std::string &out, std::string_view row) {
        if (!has_relative_references(edition_at(e))) {
            const auto normal = normalize_text(row, {.edition = edition_at(e)}, o);
            if (normal) out += *normal;
            return normal.has_value();
        }
        const auto r = parse_uri_reference(row, {.edition = edition_at(e)});
        if (!r) return false;
        normalize_append(out, *r, o);
        return true;
    });
}

UNIFORM_JS(column_component)(u32 size, u32 count, u32 e, u32 which) {
    return texts({size, count}, [&](std::string &out, std::string_view row) {
        const auto r = parse_uri_reference(row, {.edition = edition_at(e)});
        if (!r) return false;
        const auto found = part(*r, which);
        if (!found) return false;
        out += *found;
        return true;
    });
}

// The first row is the base.
UNIFORM_JS(column_resolve)(u32 size, u32 count, u32 e, u32 base_size) {
    const std::string base_text{request(), base_size};
    const auto base = parse_uri(base_text, {.edition = edition_at(e)});
    if (!base) return fail(base.error(), base_text, "base");
    bool first = true;
    const auto done = texts({size, count}, [&](std::string &out, std::string_view row) {
        if (first) {
            first = false;
            return false;
        }
        const auto r = parse_uri_reference(row, {.edition = edition_at(e)});
        return r && resolve_append(out, *base, *r);
    });
    return done;
}

// Assigned-names in the normal form of their namespace.
UNIFORM_JS(column_urn)(u32 size, u32 count, u32 e) {
    return texts({size, count}, [&](std::string &out, std::string_view row) {
        const auto u = parse_urn(row, {.edition = edition_at(e)});
        if (!u) return false;
        namespace_normalized_append(out, *u);
        return true;
    });
}

// The URI that each row stands for as a typed text.
UNIFORM_JS(column_complete)(u32 size, u32 count, u32 e, u32 https) {
    return texts({size, count}, [&](std::string &out, std::string_view row) {
        const auto c = completed(row, e, https);
        if (!c) return false;
        out += c->uri;
        return true;
    });
}

// The URI that each row is or stands for: 1 for a row that is one, 2 for a repaired one, 3 where its host is another.
UNIFORM_JS(column_repair)(u32 size, u32 count, u32 like, u32 production) {
    const repair_options o{.like = static_cast<interpretation>(like), .as = static_cast<rule>(production)};
    return texts({size, count}, [&](std::string &out, std::string_view row) -> std::uint8_t {
        const auto r = repair(row, o);
        if (!r) return 0;
        out += r->uri;
        return r->host_before ? 3 : r->changed ? 2 : 1;
    });
}

// 1 for the first row of each normal form, and for every row that is not valid and was not there before; 0 for nulls.
UNIFORM_JS(column_unique)(u32 size, u32 count, u32 e, u32 level, u32 flags) {
    columns = {};
    const auto o = normalizing(level, flags);
    std::unordered_set<reference_view, hash_at, equal_at> seen(16, hash_at{o}, equal_at{o});
    std::unordered_set<std::string_view> wrong;
    rows{size, count}.each([&](std::string_view row, u32) {
        const auto r = parse_uri_reference(row, {.edition = edition_at(e)});
        const bool is_new = row.data() != nullptr && (r ? seen.insert(*r).second : wrong.insert(row).second);
        columns.valid.push_back(is_new ? 1 : 0);
    });
    return finish();
}
