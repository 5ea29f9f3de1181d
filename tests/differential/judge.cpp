#include "differential/judge.hpp"

#include <uniform/uri/parse.hpp>

#include "syntax/kernels.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cstdio>

namespace differential {

namespace {

using uniform::detail::offsets;

// The productions by bit, and what the library calls them. RFC 3986 has the first four; the older documents all six,
// where "uri" is their absolute reference with a fragment, which they name only in 2003.
constexpr std::array<uniform::detail::production, 6> productions{
    uniform::detail::uri_production,          uniform::detail::uri_reference_production,
    uniform::detail::absolute_uri_production, uniform::detail::relative_ref_production,
    uniform::detail::relative_uri_production, uniform::detail::absolute_uri_reference_production};
constexpr std::array<const char *, 6> production_names{"URI",          "URI-reference", "absolute-URI",
                                                       "relative-ref", "relative-URI",  "absolute-URI-reference"};

const std::string folder = UNIFORM_ORACLE_GRAMMARS "/";

// The rules for the editions' common names where the document has none for them.
constexpr std::string_view for_3986 = "relative-URI = relative-part [ \"?\" query ]\n"
                                      "absolute-URI-reference = absolute-URI [ \"#\" fragment ]\n"
                                      "x-ipv6 = \"[\" IPv6address \"]\"\n"
                                      "x-ipvfuture = \"[\" IPvFuture \"]\"\n";
// RFC 3987's names for the same.
constexpr std::string_view for_3987 = "URI = IRI\n"
                                      "URI-reference = IRI-reference\n"
                                      "absolute-URI = absolute-IRI\n"
                                      "relative-ref = irelative-ref\n"
                                      "relative-URI = irelative-part [ \"?\" iquery ]\n"
                                      "absolute-URI-reference = absolute-IRI [ \"#\" ifragment ]\n"
                                      "x-ipv6 = \"[\" IPv6address \"]\"\n"
                                      "x-ipvfuture = \"[\" IPvFuture \"]\"\n";
constexpr std::string_view for_2003 = "URI = absolute-URI [ \"#\" fragment ]\n"
                                      "relative-ref = relative-URI [ \"#\" fragment ]\n";
constexpr std::string_view for_1998 = "URI = absolute-URI [ \"#\" fragment ]\n"
                                      "absolute-URI-reference = absolute-URI [ \"#\" fragment ]\n";

// RFC 2396 C.1 resolves "?y", and 4.2 speaks of a reference that is empty or only a fragment, yet its relativeURI has
// no empty path, and "http:" is no absoluteURI (the 2003 draft's G.2 corrects both, the second as "present in
// practice"). The library reads what the draft reads here; so do these rules.
constexpr std::string_view corrected_1998 = "absolute-URI = scheme \":\" [ hier_part | opaque_part ]\n"
                                            "relative-URI = [ net_path | abs_path | rel_path ] [ \"?\" query ]\n"
                                            "relative-ref = relative-URI [ \"#\" fragment ]\n"
                                            "URI-reference = [ absolute-URI | relative-URI ] [ \"#\" fragment ]\n";

constexpr std::array<const char *, counters> counter_names{
    "texts parsed by the public functions",
    "views compared",
    "places of errors compared",
    "addresses compared with inet_pton",
    "texts put to IPv6address",
    "IPv6 addresses",
    "texts put to uriparser",
    "accepted by uriparser",
    "references resolved by RFC 3986 and 3987",
    "references resolved by the older documents",
    "targets whose text is that of the document's algorithm",
    "references that lead back",
    "paths whose dot segments were removed",
    "normal forms",
    "normal forms compared with their sections",
    "normal forms with \"/.\" before \"//\"",
    "normal forms resolved",
    "pairs compared",
    "pairs of different texts that are equivalent",
    "pairs of sip URIs that are equivalent with different normal forms"};

std::string text_of(const std::string &name) {
    std::string text;
    std::FILE *file = std::fopen((folder + name).c_str(), "rb");
    if (file == nullptr) throw std::runtime_error("cannot read " + folder + name);
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
    std::fclose(file);
    return text;
}

std::unique_ptr<oracle::automaton> make(const oracle::grammar &g, std::vector<std::string> rules) {
    return std::make_unique<oracle::automaton>(g, rules);
}

std::string show(const offsets &o) {
    return "scheme_end " + std::to_string(o.scheme_end) + " host " + std::to_string(o.host_begin) + ".." +
           std::to_string(static_cast<std::int64_t>(o.host_end)) + " path " + std::to_string(o.path_begin) + ".." +
           std::to_string(o.path_end) + " query_end " + std::to_string(o.query_end);
}

std::string show(std::optional<std::string_view> part) {
    std::string out = "absent";
    if (part) out.assign(1, '"').append(escaped(*part)).append(1, '"');
    return out;
}

} // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        if (u >= 0x20 && u < 0x7F && c != '\\') {
            result += c;
        } else {
            char buffer[5];
            std::snprintf(buffer, sizeof buffer, "\\x%02x", u);
            result += buffer;
        }
    }
    return result;
}

void tally::add(const tally &other) {
    texts += other.texts;
    bytes += other.bytes;
    for (const auto &[name, n] : other.counts) counts[name] += n;
    for (const auto &[name, n] : other.explained) explained[name] += n;
    for (const auto &[what, n] : other.different) different[what] += n;
    for (const difference &d : other.differences) differences.push_back(d);
}

void tally::add(difference d) {
    if (++different[d.what] <= 4) differences.push_back(std::move(d));
}

judge::judge() {
    const std::vector<std::string> rules(production_names.begin(), production_names.end());
    const std::string rfc3986 = text_of("rfc3986.abnf");
    const std::string rfc6874 = text_of("rfc6874.abnf");
    const std::string draft = text_of("rfc2396bis_01.abnf");
    const std::string rfc2396 = text_of("rfc2396.abnf");
    const auto add = [&](const char *name, uniform::edition e, bool zone_ids, const std::string &text,
                         const std::string &amendment) {
        const auto g = std::make_shared<const oracle::grammar>(text, amendment);
        const bool older = uniform::is_older_edition(e);
        editions_.push_back(
            {name, e, zone_ids, older, make(*g, rules), g, older ? make(*g, {"server"}) : nullptr, {}, {}});
    };
    add("rfc3986", uniform::edition::rfc3986, false, rfc3986, std::string(for_3986));
    add("rfc3986 with rfc6874", uniform::edition::rfc3986, true, rfc3986, rfc6874 + std::string(for_3986));
    add("rfc3987", uniform::edition::rfc3987, false, text_of("rfc3987.abnf"), std::string(for_3987));
    add("rfc2396bis-01", uniform::edition::rfc2396bis_01, false, draft, std::string(for_2003));
    add("rfc2396", uniform::edition::rfc2396, false, rfc2396, std::string(for_1998) + std::string(corrected_1998));
    hosts_ = make(*editions_[0].grammar, {"x-ipv6", "x-ipvfuture", "IPv4address", "reg-name"});
    ipv6_ = make(*editions_[0].grammar, {"IPv6address"});
    kernel_accepted_.resize(uniform::detail::available_kernels().size());
}

tally judge::result() const {
    tally t = tally_;
    for (std::size_t i = 0; i < counters; ++i) t.counts[counter_names[i]] = counts_[i];
    for (const checked_edition &e : editions_)
        for (std::size_t i = 0; i + 1 < production_names.size(); ++i)
            t.counts[std::string("accepted: ") + e.name + " " + production_names[i]] = e.accepted[i];
    const auto kernels = uniform::detail::available_kernels();
    for (std::size_t k = 1; k < kernels.size(); ++k)
        t.counts[std::string("accepted by the kernel ") + kernels[k].name] = kernel_accepted_[k];
    return t;
}

void judge::report(std::string what, std::string_view text, std::string detail) {
    tally_.add({std::move(what), escaped(text), std::move(detail)});
}

// Appendix B's components as the library's six offsets (detail/offsets.hpp).
offsets judge::expected_offsets(checked_edition &e, std::string_view text, const oracle::component_views &parts) {
    const auto at = [&](std::string_view part) { return static_cast<std::uint32_t>(part.data() - text.data()); };
    const auto end = [&](std::string_view part) { return at(part) + static_cast<std::uint32_t>(part.size()); };
    offsets o;
    o.scheme_end = parts.scheme ? end(*parts.scheme) : 0;
    o.path_begin = at(parts.path);
    o.path_end = end(parts.path);
    o.query_end = parts.query ? end(*parts.query) : o.path_end;
    if (!parts.authority) {
        o.host_begin = o.host_end = o.path_begin;
    } else if (e.older && (parts.authority->empty() || !e.authority->matches(*parts.authority))) {
        // A registry-based authority, or an empty server: nothing is known of a host.
        o.host_begin = at(*parts.authority);
        o.host_end = o.host_begin - 1;
    } else {
        const oracle::authority_parts split = oracle::split_authority(*parts.authority);
        o.host_begin = at(split.host);
        o.host_end = end(split.host);
    }
    return o;
}

void judge::parse(std::string_view original) {
    ++tally_.texts;
    tally_.bytes += original.size();
    const std::string_view text = guarded_.at_turn(original, tally_.texts);
    const oracle::component_views parts = oracle::split_views(text);
    const auto kernels = uniform::detail::available_kernels();
    for (checked_edition &e : editions_) {
        // Without brackets RFC 6874 changes nothing.
        if (e.zone_ids && text.find('[') == std::string_view::npos) continue;
        const std::uint32_t accepted = e.productions->accepts(text);
        const offsets expected = accepted != 0 ? expected_offsets(e, text, parts) : offsets{};
        // The last production asks the same of the parser as the first; views() has it.
        for (std::size_t i = 0; i + 1 < productions.size(); ++i) {
            const auto &production = productions[i];
            const bool valid = ((accepted >> i) & 1) != 0;
            uniform::detail::scalar_parser scalar(text, uniform::detail::syntax_of(e.edition), e.zone_ids);
            const bool parsed = scalar.reference(production);
            if (parsed != valid) {
                report(std::string("validity, ") + e.name + " " + production_names[i], text,
                       std::string("oracle ") + (valid ? "accepts" : "rejects") + ", parser " +
                           (parsed ? "accepts" : "rejects at " + std::to_string(scalar.why().offset)));
            } else if (parsed) {
                ++e.accepted[i];
                if (scalar.where() != expected)
                    report(std::string("offsets, ") + e.name + " " + production_names[i], text,
                           "oracle " + show(expected) + "; parser " + show(scalar.where()));
            } else if (scalar.why().offset > text.size()) {
                report(std::string("offset of the error, ") + e.name + " " + production_names[i], text,
                       std::to_string(scalar.why().offset));
            }
            if (e.zone_ids) continue; // the kernels know nothing of zone identifiers
            const auto request = uniform::detail::request_of(production, e.edition);
            for (std::size_t k = 1; k < kernels.size(); ++k) {
                offsets o;
                if (!kernels[k].parse(text.data(), static_cast<std::uint32_t>(text.size()), request, o)) continue;
                ++kernel_accepted_[k];
                if (!parsed)
                    report(std::string("kernel ") + kernels[k].name + " accepts, " + e.name + " " + production_names[i],
                           text, "the scalar path rejects");
                else if (o != scalar.where())
                    report(std::string("kernel ") + kernels[k].name + ", " + e.name + " " + production_names[i], text,
                           "scalar " + show(scalar.where()) + "; kernel " + show(o));
            }
        }
    }
}

// An error stands where the text stops being the beginning of anything that the production accepts, or at the start of
// what is broken there: a triplet, a port, an IP-literal, an authority.
void judge::place_of_error(checked_edition &e, std::size_t production, std::string_view text,
                           const uniform::error &error) {
    if (!e.each[production]) e.each[production] = make(*e.grammar, {production_names[production]});
    const std::size_t viable = e.each[production]->viable(text);
    ++counts_[places_of_errors];
    using enum uniform::error_code;
    const bool exact = error.code == missing_scheme || error.code == invalid_scheme ||
                       error.code == unexpected_scheme || error.code == unexpected_fragment ||
                       error.code == colon_in_first_segment || error.code == invalid_character;
    if (error.offset == viable || (!exact && error.offset < viable)) return;
    // A character stands at its first byte, where the oracle may go on to the one that makes it another character.
    const auto is_high = [&](std::size_t i) { return i < text.size() && static_cast<unsigned char>(text[i]) >= 0x80; };
    if (e.edition == uniform::edition::rfc3987 && is_high(error.offset) && error.offset < viable &&
        viable - error.offset < 4 && (viable == error.offset + 1 || is_high(error.offset + 1))) {
        return;
    }
    report(std::string("place of the error ") + std::string(uniform::to_string(error.code)) + ", " + e.name + " " +
               production_names[production],
           text, "oracle " + std::to_string(viable) + ", parser " + std::to_string(error.offset));
}

void judge::ipv6(std::string_view text) {
    ++counts_[ipv6_texts];
    std::array<std::uint8_t, 16> bytes{};
    const std::size_t stop = uniform::detail::match_ipv6(text, bytes.data());
    const bool valid = stop == uniform::detail::npos;
    if (valid != ipv6_->matches(text)) {
        report("IPv6address, validity", text, valid ? "parser accepts" : "parser rejects at " + std::to_string(stop));
        return;
    }
    if (!valid) {
        if (stop > ipv6_->viable(text))
            report("IPv6address, place of the error", text,
                   "oracle " + std::to_string(ipv6_->viable(text)) + ", parser " + std::to_string(stop));
        return;
    }
    ++counts_[ipv6_addresses];
    std::array<std::uint8_t, 16> theirs{};
    if (inet_pton(AF_INET6, std::string(text).c_str(), theirs.data()) != 1 || theirs != bytes)
        report("IPv6address, bytes", text, "inet_pton reads it otherwise");
    const std::string written = uniform::to_string(uniform::ip_address(bytes, true));
    const auto again = uniform::parse_ipv6address(written);
    if (!again || !std::equal(bytes.begin(), bytes.end(), again->bytes().begin()))
        report("IPv6address, written by RFC 5952", text, written);
}

void judge::views(std::string_view original) {
    const std::string_view text = guarded_.at_turn(original, counts_[public_parses]);
    const oracle::component_views parts = oracle::split_views(text);
    ++counts_[public_parses];
    for (checked_edition &e : editions_) {
        const uniform::parse_options options{e.edition, 0xFFFFFFFE, e.zone_ids};
        const std::uint32_t accepted = e.productions->accepts(text);
        using uniform::rule;
        constexpr std::array<rule, 6> rules{rule::uri,          rule::uri_reference, rule::absolute_uri,
                                            rule::relative_ref, rule::relative_uri,  rule::absolute_uri_reference};
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto view = uniform::parse_as(rules[i], text, options);
            const bool valid = ((accepted >> i) & 1) != 0;
            uniform::detail::scalar_parser scalar(text, uniform::detail::syntax_of(e.edition), e.zone_ids);
            const bool parsed = scalar.reference(productions[i]);
            if (view.has_value() != valid || (!valid && !parsed && view.error() != scalar.why())) {
                report(std::string("parse_as, ") + e.name + " " + production_names[i], text,
                       view ? "accepted" : "rejected, or with another error than the scalar path's");
                continue;
            }
            if (!view) {
                place_of_error(e, i, text, view.error());
                continue;
            }
            ++counts_[views_compared];
            bool same = view->text() == text && view->scheme() == parts.scheme &&
                        view->authority() == parts.authority && view->path() == parts.path &&
                        view->query() == parts.query && view->fragment() == parts.fragment;
            std::optional<std::string_view> userinfo;
            std::optional<std::string_view> host;
            std::optional<std::string_view> port;
            if (parts.authority &&
                !(e.older && (parts.authority->empty() || !e.authority->matches(*parts.authority)))) {
                const oracle::authority_parts split = oracle::split_authority(*parts.authority);
                userinfo = split.userinfo;
                host = split.host;
                port = split.port;
            }
            same = same && view->userinfo() == userinfo && view->host() == host && view->port() == port;
            if (!same) {
                report(std::string("view, ") + e.name + " " + production_names[i], text,
                       "scheme " + show(view->scheme()) + " userinfo " + show(view->userinfo()) + " host " +
                           show(view->host()) + " port " + show(view->port()) + " path " + show(view->path()) +
                           " query " + show(view->query()) + " fragment " + show(view->fragment()));
                continue;
            }
            if (!host || e.zone_ids || e.older) continue;
            // 3.2.2: the first alternative that matches, and inet_pton for the bytes.
            const std::uint32_t kinds = hosts_->accepts(*host);
            const auto type = (kinds & 1) != 0   ? uniform::host_type::ipv6
                              : (kinds & 2) != 0 ? uniform::host_type::ipvfuture
                              : (kinds & 4) != 0 ? uniform::host_type::ipv4
                                                 : uniform::host_type::reg_name;
            if (view->host_type() != type) report("type of the host", text, show(host));
            const auto address = view->address();
            std::array<unsigned char, 16> bytes{};
            bool known = false;
            if ((kinds & 1) != 0)
                known = inet_pton(AF_INET6, std::string(host->substr(1, host->size() - 2)).c_str(), bytes.data()) == 1;
            else if ((kinds & 4) != 0)
                known = inet_pton(AF_INET, std::string(*host).c_str(), bytes.data()) == 1;
            if (known) ++counts_[addresses];
            if (known != address.has_value() ||
                (known && !std::equal(address->bytes().begin(), address->bytes().end(), bytes.begin())))
                report("address of the host", text, show(host));
        }
    }
}

} // namespace differential
