// Reference resolution. Base and reference are parsed already, so a target is two or three copies: what the base keeps,
// then what the reference brings, and their offsets moved. Only paths in which "/." occurs are walked by segments.
#include <uniform/uri/resolve.hpp>

#include <algorithm>
#include <cstring>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>

#include "uri/dot_segment_writer.hpp"

namespace uniform {

namespace {

using detail::offsets;
using detail::put;

constexpr std::uint64_t longest_target = 0xFFFFFFFE;

// RFC 3986 3.1: schemes are the same in upper or lower case.
[[nodiscard]] bool same_scheme(const uri_view &a, std::string_view b) noexcept {
    const std::string_view s = a.scheme();
    if (s.size() != b.size()) return false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (ascii::to_lower(s[i]) != ascii::to_lower(b[i])) return false;
    }
    return true;
}

// Whether to ignore the scheme of `r`. An opaque-part with brackets is not a malformed relative reference: no path
// or query allows them (2003 draft 3.3, 3.4).
[[nodiscard]] bool ignores_scheme(const uri_view &base, const reference_view &r) noexcept {
    if (!same_scheme(base, *r.scheme())) return false;
    return !is_older_edition(r.edition()) || r.has_authority() ||
           r.without_fragment().find_first_of("[]") == std::string_view::npos;
}

// 2003 draft 3, RFC 2396 3: a URI with an opaque-part. RFC 2396 has no empty hier-part: nothing is relative to "a:".
[[nodiscard]] bool opaque(const uri_view &u) noexcept {
    return u.is_opaque() || (u.edition() == edition::rfc2396 && !u.has_authority() && u.path().empty());
}

// Every target is the start of the base and the end of the reference, in this order. Nothing else is needed if no dot
// segment is in between.
struct plan {
    std::uint32_t base_end = 0;       // the base's bytes [0, base_end)
    bool slash = false;               // then a "/" (RFC 3986 5.2.3: the base has an authority and no path)
    std::uint32_t reference_from = 0; // then the reference's bytes from here on
    bool own_authority = false;       // scheme or authority are the reference's: so is all that comes after
    bool base_path = false;           // RFC 3986 5.2.2: T.path = Base.path
    bool base_clean = false;          // merged, and what is taken of the base path has no dot segment
    bool whole_base = false;          // base_dots::removed_first: the base path's last segment, a dot segment, stays
};

struct ends {
    std::uint32_t path;
    std::uint32_t query;
    std::uint32_t text;
};

// The work if there are dot segments: the path is written segment by segment.
class path_writer {
public:
    path_writer(char *buffer, const uri_view &base, const reference_view &r, const resolve_options &o) noexcept
        : data_{buffer},
          base_{base},
          r_{detail::access::where(r)},
          rt_{r.text().data()},
          size_{static_cast<std::uint32_t>(r.text().size())},
          o_{o} {}

    // Writes the whole target, whose path begins at path_begin. Returns the ends of path, query and text.
    [[nodiscard]] std::expected<ends, error> write(const plan &p, std::uint32_t path_begin,
                                                   bool has_authority) noexcept {
        char *out = put(data_, base_.text().data(), p.base_end);
        if (p.slash) *out++ = '/';
        const std::uint32_t path_from = std::max(p.reference_from, r_.path_begin);
        out = put(out, rt_ + p.reference_from, path_from - p.reference_from); // scheme and authority

        char *const root = data_ + path_begin;
        const bool keep = o_.excess == excess_dots::keep ||
                          (o_.excess == excess_dots::by_edition && is_older_edition(base_.edition()));
        detail::dot_segment_writer w{root, keep};
        const char *from = rt_ + path_from;
        const char *const last = rt_ + r_.path_end;
        bool in_base = false;
        if (p.base_clean) {
            w.resume(static_cast<std::size_t>(out - root));
        } else if (root != out) { // merged: the base's directory precedes it
            const char *dirty = root;
            if (*dirty == '/') {
                w.open_root();
                ++dirty;
            }
            w.append(dirty, out); // in place
            if (p.whole_base) w.close_segment();
            in_base = w.excess() != nullptr;
        } else if (*from == '/') {
            w.open_root();
            ++from;
        }
        w.append(from, last);
        if (w.excess() != nullptr && o_.excess == excess_dots::refuse) {
            const std::size_t where = in_base ? r_.path_begin : static_cast<std::size_t>(w.excess() - rt_);
            return std::unexpected{error{where, error_code::excess_dot_segments, rule::none, base_.edition()}};
        }
        out = w.end();

        // RFC 3986 3.3: without authority a path cannot begin with "//"
        if (!has_authority && out - root > 1 && root[0] == '/' && root[1] == '/') {
            if (o_.double_slash == double_slash::refuse) {
                const error_code code = error_code::changes_components;
                return std::unexpected{error{r_.path_begin, code, rule::none, base_.edition()}};
            }
            std::memmove(root + 2, root, static_cast<std::size_t>(out - root));
            root[1] = '.';
            out += 2;
        }
        UNIFORM_ASSERT(out >= root); // dot segments remove nothing in front of the path
        const auto path_end = static_cast<std::uint32_t>(out - data_);
        put(out, last, size_ - r_.path_end);
        return ends{path_end, path_end + (r_.query_end - r_.path_end), path_end + (size_ - r_.path_end)};
    }

private:
    char *data_;
    const uri_view &base_;
    const offsets &r_;
    const char *rt_;
    std::uint32_t size_;
    const resolve_options &o_;
};

[[nodiscard]] bool dotted(const char *p, const char *last) noexcept {
    return detail::dot_segment(p, last) != 0 || detail::find_slash_dot(p, last) != last;
}

// RFC 3986 5.2.3 and the other documents' merge: all but the last segment of the base path, then the reference. Returns
// whether dot segments remain. Those that begin the reference ("../g") are handled here, by shortening the base.
[[nodiscard]] bool merge(plan &p, const uri_view &base, const reference_view &reference,
                         const resolve_options &options) noexcept {
    const offsets &b = detail::access::where(base);
    const offsets &r = detail::access::where(reference);
    const char *const bt = base.text().data();
    const char *const path = bt + b.path_begin;
    const char *const last = bt + b.path_end;
    const char *from = reference.text().data() + r.path_begin;
    const char *const r_last = reference.text().data() + r.path_end;

    const char *cut = detail::after_last_slash(bt, path, last);
    p.whole_base = options.base_dots == base_dots::removed_first && detail::dot_segment(cut, last) != 0;
    if (p.whole_base) cut = last;
    p.base_end = static_cast<std::uint32_t>(cut - bt);
    p.slash = path == last && from != r_last && (is_older_edition(base.edition()) || b.has_authority());
    p.reference_from = r.path_begin;
    if (p.whole_base || (path != cut && *path != '/') || detail::may_have_slash_dot(bt, path, cut)) {
        return dotted(path, cut) || dotted(from, r_last);
    }
    p.base_clean = true;
    if (from != r_last && *from == '.') {
        const bool drops = options.excess == excess_dots::drop ||
                           (options.excess == excess_dots::by_edition && !is_older_edition(base.edition()));
        // the base's directory is "/" *( segment "/" ) or empty
        while (const unsigned dots = detail::dot_segment(from, r_last)) {
            if (dots == 2) {
                if (cut - path > 1) {
                    cut = detail::after_last_slash(bt, path, cut - 1);
                } else if (!drops || (cut == path && !p.slash)) {
                    return true; // an excess ".." under another policy than drop
                }
            }
            from += dots;
            if (from != r_last) ++from;
        }
        if (from != r_last && *from == '/') return true; // maybe a path that needs a guard
        p.base_end = static_cast<std::uint32_t>(cut - bt);
        p.reference_from = static_cast<std::uint32_t>(from - reference.text().data());
    }
    return detail::find_slash_dot(from, r_last) != r_last;
}

constexpr std::string_view current_document_text = "(current document)";

} // namespace

std::expected<target, error> resolve_to(std::span<char> buffer, const uri_view &base, const reference_view &reference,
                                        const resolve_options &options) noexcept {
    const std::uint64_t room =
        std::uint64_t{base.text().size()} + std::uint64_t{reference.text().size()} + resolve_slack;
    if (buffer.size() < room)
        return std::unexpected{error{0, error_code::buffer_too_small, rule::none, base.edition()}};
    if (room > longest_target) return std::unexpected{error{0, error_code::too_long, rule::none, base.edition()}};

    const offsets &b = detail::access::where(base);
    const offsets &r = detail::access::where(reference);
    const char *const bt = base.text().data();
    const char *const rt = reference.text().data();
    const auto size = static_cast<std::uint32_t>(reference.text().size());
    const edition e = base.edition();
    const bool older = is_older_edition(e);
    const bool absolute = r.scheme_end != 0 && (options.strict || !ignores_scheme(base, reference));
    const bool no_path = r.path_begin == r.path_end;
    const bool has_query = r.path_end < r.query_end;

    if (older && !absolute) {
        if (!r.has_authority() && no_path && !has_query) {
            // 2003 draft 5.2, RFC 2396 5.2 step 2: a reference to the current document
            put(buffer.data(), rt + r.query_end, size - r.query_end);
            return target{detail::access::make({buffer.data(), size - r.query_end}, offsets{}, e), true};
        }
        // 2003 draft 5: "their base URI fits within the hier-part syntax"
        if (opaque(base)) return std::unexpected{error{0, error_code::opaque_base, rule::none, e}};
    }

    // RFC 3986 5.2.2
    plan p;
    bool dots = false; // whether any dot segment must be handled
    if (absolute) {
        p.own_authority = true;
        dots = !older && dotted(rt + r.path_begin, rt + r.path_end);
    } else if (r.has_authority()) {
        p.base_end = b.after_scheme();
        p.reference_from = r.after_scheme();
        p.own_authority = true;
        dots = !older && dotted(rt + r.path_begin, rt + r.path_end);
    } else if (no_path && !(has_query && e == edition::rfc2396)) {
        p.base_end = has_query ? b.path_end : b.query_end;
        p.reference_from = r.path_end;
        p.base_path = true;
    } else if (rt[r.path_begin] == '/') {
        p.base_end = b.path_begin;
        p.reference_from = r.path_begin;
        dots = !older && dotted(rt + r.path_begin, rt + r.path_end);
    } else {
        dots = merge(p, base, reference, options);
    }

    UNIFORM_ASSERT(p.base_end <= base.text().size() && p.reference_from <= size);
    const std::uint32_t moved = p.base_end + p.slash - p.reference_from; // modulo 2^32, as the offsets are
    const offsets &from = p.own_authority ? r : b;
    const std::uint32_t shift = p.own_authority ? moved : 0;
    offsets at;
    at.scheme_end = absolute ? r.scheme_end : b.scheme_end;
    at.host_begin = from.host_begin + shift;
    at.host_end = from.host_end + shift;
    at.path_begin = from.path_begin + shift;
    std::uint32_t written = size + moved;
    if (dots) [[unlikely]] {
        const auto end =
            path_writer{buffer.data(), base, reference, options}.write(p, at.path_begin, at.has_authority());
        if (!end) return std::unexpected{end.error()};
        at.path_end = end->path;
        at.query_end = end->query;
        written = end->text;
    } else {
        at.path_end = p.base_path ? b.path_end : r.path_end + moved;
        at.query_end = r.query_end + moved;
        char *out = put(buffer.data(), bt, p.base_end);
        if (p.slash) *out++ = '/';
        put(out, rt + p.reference_from, size - p.reference_from);
    }
    UNIFORM_ASSERT(written <= room && at.are_of({buffer.data(), written}));
    return target{detail::access::make({buffer.data(), written}, at, e), false};
}

std::string to_string(const target &t) {
    std::string s;
    if (t.current_document) s = current_document_text;
    s += t.text();
    return s;
}

std::expected<void, error> resolve_append(std::string &out, const uri_view &base, const reference_view &reference,
                                          const resolve_options &options) {
    const std::size_t before = out.size();
    const std::size_t note = is_older_edition(base.edition()) ? current_document_text.size() : 0;
    const std::size_t room = before + note + base.text().size() + reference.text().size() + resolve_slack;
    std::expected<void, error> result;
    out.resize_and_overwrite(room, [&](char *data, std::size_t size) {
        char *const at = data + before;
        const auto t = resolve_to({at, size - before}, base, reference, options);
        if (!t) {
            result = std::unexpected{t.error()};
            return before;
        }
        if (t->current_document) {
            std::memmove(at + note, at, t->text().size());
            std::memcpy(at, current_document_text.data(), note);
        }
        return before + t->text().size() + (t->current_document ? note : 0);
    });
    return result;
}

std::expected<std::string, error> resolve(const uri_view &base, const reference_view &reference,
                                          const resolve_options &options) {
    std::expected<std::string, error> result{std::in_place};
    if (const auto done = resolve_append(*result, base, reference, options); !done) {
        result = std::unexpected{done.error()};
    }
    return result;
}

} // namespace uniform
