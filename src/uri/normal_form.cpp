// First, bit masks test whether the text is already normal, which is sufficient for nearly all input; only the others
// are rewritten, by normal_form_writer.cpp, and where the options ask for more, in further steps.

#include "uri/normal_form.hpp"

#include <algorithm>
#include <cstring>

#include <uniform/base/assertion.hpp>
#include <uniform/syntax/detail/kernel.hpp>
#include <uniform/uri/parse.hpp>

#include "uri/normal_form_writer.hpp"

namespace uniform::detail {

namespace {

// Whether anything could change. False positives only cost time.
bool suspicious(const reference_view &r, const normalize_options &o) noexcept {
    if (o.ignore_fragment && r.fragment()) return true;
    if (o.level == comparison_level::simple) return false;
    const std::string_view text = r.text();
    const offsets &at = access::where(r);
    const bool relative_path = !r.has_scheme() && !r.has_authority();
    if (relative_path && r.path().starts_with('.')) return true;
    if (!r.has_authority() && at.path_begin < text.size() && text[at.path_begin] == '.') return true;
    if (o.level >= comparison_level::scheme && r.has_authority()) {
        if (r.port() || r.path().empty()) return true;
        // IANA's only default host is localhost, for file
        const auto host = r.host();
        if (host && ((o.schemes != nullptr && o.schemes->adds_default_hosts()) ||
                     (host->size() == 9 && host->front() == 'l'))) {
            return true;
        }
    }
    if (o.level >= comparison_level::scheme && r.has_scheme() && (!r.path().empty() || r.query()) &&
        registry_of(o).may_relate_paths(*r.scheme())) {
        return true;
    }
    // may_change looks for octets of US-ASCII alone
    if (is_iri_edition(r.edition()) && text.find('%') != std::string_view::npos) return true;
    if (o.rfc5952 && r.has_authority() && r.host() && r.host()->starts_with('[')) return true;
    return active_may_change.load(std::memory_order_relaxed)(text.data(), static_cast<std::uint32_t>(text.size()), at);
}

} // namespace

std::size_t normalize_into(char *out, const reference_view &r, const normalize_options &o) noexcept {
    if (!suspicious(r, o)) {
        std::memcpy(out, r.text().data(), r.text().size());
        return r.text().size();
    }
    return static_cast<std::size_t>(write_normal_form(out, r, o) - out);
}

bool surely_normal(const reference_view &r, const normalize_options &o) noexcept {
    return !needs_more_steps(r, o) && !suspicious(r, o);
}

// The delimiters and "%" stay apart: a combining character must not become one with them, as "=" and U+0338 would.
void normalize_characters(std::string &out, std::size_t begin, const reference_view &r, const normalize_options &o) {
    if (o.characters == nullptr || o.level < comparison_level::syntax || !is_iri_edition(r.edition())) return;
    constexpr char_set plain = unreserved(edition::rfc3987);
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    const std::string_view text = std::string_view{out}.substr(begin);
    if (std::ranges::none_of(text, is_high)) return;
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && (plain.contains(text[end]) || is_high(text[end]))) ++end;
        const std::string_view run = text.substr(i, end - i);
        const std::string changed = std::ranges::any_of(run, is_high) ? o.characters(run) : std::string{run};
        // U+037E becomes ";", U+1FEF "`"
        const bool fits = std::ranges::all_of(changed, [&](char c) { return plain.contains(c) || is_high(c); });
        made += fits ? std::string_view{changed} : run;
        if (end < text.size()) made += text[end++];
        i = end;
    }
    if (made == text) return;
    const auto again = parse_uri_reference(made, {.edition = r.edition(), .zone_ids = true});
    if (!again) return;
    // U+212A becomes "K", which a host has in lower case
    normalize_options rest = o;
    rest.characters = nullptr;
    rest.redirects = nullptr;
    out.resize(begin);
    append_normal_form(out, *again, rest);
}

void follow_redirects(std::string &out, std::size_t begin, const normalize_options &o) {
    if (o.level != comparison_level::protocol || o.redirects == nullptr || o.redirects->empty()) return;
    const std::string_view whole = std::string_view{out}.substr(begin);
    const std::size_t hash = std::min(whole.find('#'), whole.size());
    const std::string_view target = o.redirects->target(whole.substr(0, hash));
    if (!target.empty()) out.replace(begin, hash, target);
}

void append_normal_form(std::string &out, const reference_view &r, const normalize_options &o) {
    const std::size_t begin = out.size();
    if (surely_normal(r, o)) {
        out.append(r.text());
        return;
    }
    const std::size_t room = r.text().size() + normalize_slack;
    // Grows as append() does, so that many calls on one string stay linear.
    if (out.capacity() < begin + room) out.reserve(std::max(begin + room, out.capacity() * 2));
    out.resize(begin + room);
    const std::size_t written = normalize_into(out.data() + begin, r, o);
    UNIFORM_ASSERT(written <= room);
    out.resize(begin + written);
    normalize_characters(out, begin, r, o);
    relate_parameters(out, begin, r, o);
    follow_redirects(out, begin, o);
}

} // namespace uniform::detail
