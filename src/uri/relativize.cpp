// Every useful reference is an end of the target's text, possibly with a prefix, so there are at most
// six candidates. They are tried in order of length; resolving verifies each.
#include <uniform/uri/relativize.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>

#include <uniform/uri/parse.hpp>

#include "uri/dot_segment_writer.hpp"

namespace uniform {

namespace {

using detail::offsets;

struct short_form {
    std::uint32_t levels = 0;   // "../" so many times; without the last "/" where the path ends there
    std::string_view lead = {}; // then this
    std::uint32_t from = 0;     // then the target's text from here on
    std::uint64_t size = 0;
};

class candidates {
public:
    candidates(const uri_view &base, const uri_view &t, const resolve_options &o)
        : base_{base}, target_{t}, at_{detail::access::where(t)}, options_{o} {
        add(0, "", 0);
        if (base.scheme() != t.scheme()) return;
        if (t.has_authority()) add(0, "", at_.after_scheme());
        if (base.authority() != t.authority()) return;
        const std::string_view path = t.path();
        if (path.starts_with("//")) {
            add(0, "/.", at_.path_begin); // "//" would be read as an authority
        } else if (path.starts_with('/')) {
            add(0, "", at_.path_begin);
        }
        add_relative_path(path);
        if (base.path() == path) {
            if (t.query()) add(0, "", at_.path_end);
            if (base.query() == t.query()) add(0, "", at_.query_end);
        }
    }

    // The first that resolves to the target.
    [[nodiscard]] std::optional<std::string> first_proven() {
        std::string text;
        for (const short_form &c : std::span{items_.data(), size_}) {
            write(text, c);
            if (proven(text)) return text;
        }
        return std::nullopt;
    }

private:
    // Keeps the items in order: the shorter first, of equal ones the one added last, which is the more relative.
    void add(std::uint32_t levels, std::string_view lead, std::uint32_t from) {
        short_form c{levels, lead, from, 0};
        c.size = std::uint64_t{3} * levels - short_of(c) + lead.size() + (target_.text().size() - from);
        short_form *place = items_.data() + size_++;
        for (; place != items_.data() && std::tie(c.size, c.levels) <= std::tie(place[-1].size, place[-1].levels);
             --place) {
            *place = place[-1];
        }
        *place = c;
    }

    // 1 when the path ends with ".." and needs no "/" after it.
    [[nodiscard]] std::uint32_t short_of(const short_form &c) const noexcept {
        return c.levels > 0 && c.from == at_.path_end ? 1 : 0;
    }

    // From the base's directory up to what it has in common with the target's, then down.
    void add_relative_path(std::string_view path) {
        buffer_.resize(base_.text().size() + 1 + resolve_slack);
        const auto dot = parse_uri_reference(".", {base_.edition()});
        const auto here = resolve_to(buffer_, base_, *dot, options_);
        if (!here) return;
        const std::string_view directory = here->reference.path(); // ends with "/" or is empty
        const auto parting = std::ranges::mismatch(directory, path).in1;
        auto common = static_cast<std::size_t>(parting - directory.begin());
        while (common > 0 && directory[common - 1] != '/') --common;

        const auto levels = static_cast<std::uint32_t>(std::ranges::count(directory.substr(common), '/'));
        if (common == 0 && levels > 0) return; // nothing in common, not even the root
        const std::string_view rest = path.substr(common);
        std::string_view lead;
        if (levels == 0) {
            if (rest.empty()) {
                // RFC 2396 5.2: "?y" alone is relative to the directory
                lead = base_.edition() == edition::rfc2396 && target_.query() ? "" : ".";
            } else if (rest.front() == '/' || rest.substr(0, rest.find('/')).contains(':')) {
                lead = "./"; // RFC 3986 4.2: neither an absolute path nor a scheme
            }
        }
        add(levels, lead, at_.path_begin + static_cast<std::uint32_t>(common));
    }

    void write(std::string &out, const short_form &c) const {
        out.clear();
        out.reserve(c.size);
        for (std::uint32_t i = 0; i < c.levels; ++i) out += "../";
        out.erase(out.size() - short_of(c));
        out += c.lead;
        out += target_.text().substr(c.from);
    }

    [[nodiscard]] bool proven(std::string_view text) {
        const auto reference = parse_uri_reference(text, {.edition = base_.edition(), .zone_ids = true});
        if (!reference) return false;
        buffer_.resize(base_.text().size() + text.size() + resolve_slack);
        const auto t = resolve_to(buffer_, base_, *reference, options_);
        return t && !t->current_document && t->text() == target_.text();
    }

    const uri_view &base_;
    const uri_view &target_;
    const offsets &at_;
    const resolve_options &options_;
    std::array<short_form, 6> items_{};
    std::size_t size_ = 0;
    std::string buffer_;
};

// The position of the first dot segment, or of the path.
[[nodiscard]] std::size_t first_dots(const uri_view &t) noexcept {
    const std::string_view path = t.path();
    const char *p = path.data();
    const char *const last = p + path.size();
    while (p != last) {
        if (detail::dot_segment(p, last) != 0) return static_cast<std::size_t>(p - t.text().data());
        p = detail::find_slash_dot(p, last);
        if (p != last) ++p;
    }
    return static_cast<std::size_t>(path.data() - t.text().data());
}

} // namespace

std::expected<std::string, error> relativize(const uri_view &base, const uri_view &target,
                                             const resolve_options &options) {
    candidates all{base, target, options};
    if (auto text = all.first_proven()) return *std::move(text);
    return std::unexpected{error{first_dots(target), error_code::unreachable_target, rule::none, target.edition()}};
}

} // namespace uniform
