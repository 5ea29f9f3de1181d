// Reference resolution. Base and reference are parsed already, so a target is two or three copies: what the base keeps,
// then what the reference brings, and their offsets moved. Only paths in which "/." occurs are walked by segments.
#include <uniform/resolve.hpp>

#include <cstring>

#include "uri/dot_segment_writer.hpp"

namespace uniform {

namespace {

using detail::offsets;
using detail::put;

constexpr std::uint64_t longest = 0xFFFFFFFE;

[[nodiscard]] constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

// RFC 3986 3.1: schemes are the same in any case of letters.
[[nodiscard]] bool same_scheme(const uri_view &a, std::string_view b) noexcept {
    const std::string_view s = a.scheme();
    if (s.size() != b.size()) return false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (lower(s[i]) != lower(b[i])) return false;
    }
    return true;
}

// Whether the scheme of `r` is to be ignored. An opaque part with brackets is no misformed relative reference: no path
// or query admits them (2003 draft 3.3, 3.4).
[[nodiscard]] bool ignores_scheme(const uri_view &base, const reference_view &r) noexcept {
    if (!same_scheme(base, *r.scheme())) return false;
    return !r.is_opaque() || r.without_fragment().find_first_of("[]") == std::string_view::npos;
}

// 2003 draft 3, RFC 2396 3: a URI with an opaque-part. RFC 2396 has no empty hier-part, so "a:?q" is one there.
[[nodiscard]] bool opaque(const uri_view &u) noexcept {
    return u.is_opaque() || (u.edition() == edition::rfc2396 && !u.has_authority() && u.path().empty());
}

class resolution {
public:
    resolution(char *buffer, const uri_view &base, const reference_view &r, const resolve_options &o) noexcept
        : base_{base},
          b_{detail::access::where(base)},
          bt_{base.text().data()},
          r_{detail::access::where(r)},
          rt_{r.text().data()},
          r_size_{static_cast<std::uint32_t>(r.text().size())},
          data_{buffer},
          out_{buffer},
          o_{o},
          edition_{base.edition()} {}

    // RFC 3986 5.2.2
    [[nodiscard]] std::expected<target, error> run(bool absolute) noexcept {
        const bool path_empty = r_.path_begin == r_.path_end;
        const bool has_query = r_.path_end < r_.query_end;
        if (older()) {
            if (absolute) return as_it_is();
            if (!r_.has_authority() && path_empty && !has_query) return current_document();
            if (opaque(base_)) return fail(0, error_code::opaque_base, rule::opaque_part);
        }
        if (absolute) {
            at_ = r_;
            out_ = put(out_, rt_, r_.path_begin);
            return own_path();
        }
        at_ = b_;
        if (r_.has_authority()) {
            take_authority();
            return own_path();
        }
        if (path_empty && !(has_query && edition_ == edition::rfc2396)) return base_path(has_query);
        if (rt_[r_.path_begin] == '/' && !path_empty) {
            out_ = put(out_, bt_, b_.path_begin);
            return own_path();
        }
        return merged_path();
    }

private:
    [[nodiscard]] bool older() const noexcept { return edition_ != edition::rfc3986; }
    [[nodiscard]] bool keeps() const noexcept {
        return o_.excess == excess_dots::keep || (o_.excess == excess_dots::by_edition && older());
    }
    [[nodiscard]] std::unexpected<error> fail(std::size_t at, error_code code, rule r = rule::none) const noexcept {
        return std::unexpected{error{at, code, r, edition_}};
    }
    [[nodiscard]] std::uint32_t here() const noexcept { return static_cast<std::uint32_t>(out_ - data_); }

    [[nodiscard]] target finish(bool current = false) const noexcept {
        return {detail::access::make({data_, here()}, at_, edition_), current};
    }

    // 2003 draft 5.2, RFC 2396 5.2 step 3: a reference with a scheme is left as it is.
    [[nodiscard]] target as_it_is() noexcept {
        at_ = r_;
        out_ = put(out_, rt_, r_size_);
        return finish();
    }

    [[nodiscard]] target current_document() noexcept {
        at_ = offsets{};
        out_ = put(out_, rt_ + r_.query_end, r_size_ - r_.query_end);
        return finish(true);
    }

    // The base's scheme and the reference's authority.
    void take_authority() noexcept {
        const std::uint32_t from = r_.after_scheme();
        out_ = put(out_, bt_, b_.after_scheme());
        const std::uint32_t moved = here() - from; // modulo 2^32, as an absent host's host_end = host_begin - 1 is
        out_ = put(out_, rt_ + from, r_.path_begin - from);
        at_.host_begin = r_.host_begin + moved;
        at_.host_end = r_.host_end + moved;
        at_.path_begin = r_.path_begin + moved;
    }

    // The reference from its query on; the path stands.
    void take_rest() noexcept {
        at_.path_end = here();
        at_.query_end = at_.path_end + (r_.query_end - r_.path_end);
        out_ = put(out_, rt_ + r_.path_end, r_size_ - r_.path_end);
    }

    // The reference from its path on, in which no dot segment is.
    [[nodiscard]] target take_path_and_rest() noexcept {
        at_.path_end = here() + (r_.path_end - r_.path_begin);
        at_.query_end = at_.path_end + (r_.query_end - r_.path_end);
        out_ = put(out_, rt_ + r_.path_begin, r_size_ - r_.path_begin);
        return finish();
    }

    // RFC 3986 5.2.2: T.path = Base.path
    [[nodiscard]] target base_path(bool has_query) noexcept {
        out_ = put(out_, bt_, has_query ? b_.path_end : b_.query_end);
        if (has_query) {
            take_rest();
        } else {
            out_ = put(out_, rt_ + r_.query_end, r_size_ - r_.query_end);
        }
        return finish();
    }

    // RFC 3986 5.2.2: T.path = remove_dot_segments(R.path); the older editions leave a path that is not merged alone.
    [[nodiscard]] std::expected<target, error> own_path() noexcept {
        const char *p = rt_ + r_.path_begin;
        const char *const last = rt_ + r_.path_end;
        if (older() || (detail::dot_segment(p, last) == 0 && detail::find_slash_dot(p, last) == last)) {
            return take_path_and_rest();
        }
        detail::dot_segment_writer w{out_, keeps()};
        if (*p == '/') {
            w.open_root();
            ++p;
        }
        w.append(p, last);
        return close(w, false);
    }

    // RFC 3986 5.2.3 and 5.2.4; 2003 draft 5.2, merge; RFC 2396 5.2 step 6.
    [[nodiscard]] std::expected<target, error> merged_path() noexcept {
        const char *const p = bt_ + b_.path_begin;
        const char *const last = bt_ + b_.path_end;
        const char *cut = last;
        while (cut != p && cut[-1] != '/') --cut;
        const bool whole = o_.base_dots == base_dots::removed_first && detail::dot_segment(cut, last) != 0;
        const char *const r = rt_ + r_.path_begin;
        const char *const r_last = rt_ + r_.path_end;

        if (!whole && detail::dot_segment(p, cut) == 0 && detail::find_slash_dot(p, cut) == cut) [[likely]] {
            out_ = put(out_, bt_, static_cast<std::size_t>(cut - bt_));
            if (p == last && r != r_last && (older() || b_.has_authority())) *out_++ = '/';
            if (detail::dot_segment(r, r_last) == 0 && detail::find_slash_dot(r, r_last) == r_last) {
                return take_path_and_rest();
            }
            detail::dot_segment_writer w{data_ + b_.path_begin, keeps()};
            w.resume(here() - b_.path_begin);
            w.append(r, r_last);
            return close(w, false);
        }

        out_ = put(out_, bt_, b_.path_begin);
        detail::dot_segment_writer w{out_, keeps()};
        const char *from = p;
        if (*from == '/') {
            w.open_root();
            ++from;
        }
        w.append(from, whole ? last : cut);
        if (whole) w.close_segment();
        const bool in_base = w.excess() != nullptr;
        w.append(r, r_last);
        return close(w, in_base);
    }

    [[nodiscard]] std::expected<target, error> close(const detail::dot_segment_writer &w,
                                                     bool excess_in_base) noexcept {
        if (w.excess() != nullptr && o_.excess == excess_dots::refuse) {
            const std::size_t at = excess_in_base ? r_.path_begin : static_cast<std::size_t>(w.excess() - rt_);
            return fail(at, error_code::excess_dot_segments);
        }
        out_ = w.end();
        // RFC 3986 3.3: without authority a path cannot begin with "//"
        char *const root = data_ + at_.path_begin;
        if (!at_.has_authority() && out_ - root > 1 && root[0] == '/' && root[1] == '/') {
            if (o_.double_slash == double_slash::refuse) return fail(r_.path_begin, error_code::changes_components);
            std::memmove(root + 2, root, static_cast<std::size_t>(out_ - root));
            root[1] = '.';
            out_ += 2;
        }
        take_rest();
        return finish();
    }

    const uri_view &base_;
    const offsets &b_;
    const char *bt_;
    const offsets &r_;
    const char *rt_;
    std::uint32_t r_size_;
    char *data_;
    char *out_;
    const resolve_options &o_;
    edition edition_;
    offsets at_{};
};

constexpr std::string_view current_document_text = "(current document)";

} // namespace

std::expected<target, error> resolve_to(std::span<char> buffer, const uri_view &base, const reference_view &reference,
                                        const resolve_options &options) noexcept {
    const std::uint64_t room =
        std::uint64_t{base.text().size()} + std::uint64_t{reference.text().size()} + resolve_slack;
    if (buffer.size() < room)
        return std::unexpected{error{0, error_code::buffer_too_small, rule::none, base.edition()}};
    if (room > longest) return std::unexpected{error{0, error_code::too_long, rule::none, base.edition()}};
    const bool absolute = reference.has_scheme() && (options.strict || !ignores_scheme(base, reference));
    return resolution{buffer.data(), base, reference, options}.run(absolute);
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
    const std::size_t note = base.edition() == edition::rfc3986 ? 0 : current_document_text.size();
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
