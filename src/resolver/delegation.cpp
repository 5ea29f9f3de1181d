#include <uniform/resolver/delegation.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <uniform/host.hpp>
#include <uniform/namespace.hpp>
#include <uniform/parse.hpp>
#include <uniform/percent.hpp>
#include <uniform/urn.hpp>
#include <uniform/urn_equivalence.hpp>

#include "resolver/json_members.hpp"
#include "urn/pattern.hpp"

namespace uniform::resolver {

namespace {

constexpr std::array<std::string_view, 4> methods{"none", "sequential", "random", "uuid"};
constexpr std::array<std::string_view, 3> rules{"none", "namespace", "noid"};

template <class T, std::size_t N>
std::optional<T> enumerator(const std::array<std::string_view, N> &words, std::string_view text) {
    const auto *const at = std::ranges::find(words, text);
    if (at == words.end()) return std::nullopt;
    return static_cast<T>(at - words.begin());
}

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
char upper(char c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

// What a namespace does to a whole NSS it does to its beginning, where the operation looks at no more than that.
void normalize_beginning(std::string &prefix, std::size_t nss, const namespace_info &info) {
    using enum equivalence_action;
    for (const equivalence_operation &o : info.equivalence) {
        std::size_t end = prefix.size();
        if (o.scope == equivalence_scope::before_colon) {
            std::size_t at = nss;
            for (unsigned n = o.n; n > 0 && at < prefix.size(); --n) {
                at = std::min(prefix.find(':', at), prefix.size() - 1) + 1;
            }
            end = at;
        } else if (o.scope == equivalence_scope::before_hyphen) {
            end = std::min(prefix.find('-', nss), prefix.size());
        } else if (o.scope != equivalence_scope::all) {
            continue;
        }
        if (o.action == lower_case || o.action == upper_case) {
            for (std::size_t i = nss; i < end; ++i) {
                if (prefix[i] == '%') {
                    i += 2; // the hex digits stay
                } else {
                    prefix[i] = o.action == lower_case ? lower(prefix[i]) : upper(prefix[i]);
                }
            }
        } else if (o.action == remove) {
            for (const std::string_view t : o.texts) {
                if (t.size() != 1) continue; // a longer one may go on behind the prefix
                prefix.erase(std::remove(prefix.begin() + static_cast<std::ptrdiff_t>(nss), prefix.end(), t[0]),
                             prefix.end());
            }
        }
    }
}

bool is_isbn(const namespace_info &info) {
    return std::ranges::any_of(info.equivalence, [](const auto &o) { return o.action == equivalence_action::isbn_13; });
}

std::string lower_text(std::string_view text) {
    std::string result{text};
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

// "example.org", "*.example.org", an address; no port: it is the host that is trusted.
bool is_host_rule(std::string_view text) {
    if (text.starts_with("*.")) text.remove_prefix(2);
    if (text.empty() || text.size() > 255 || text.contains('@') || text.contains('*')) return false;
    const std::string probe = "http://" + std::string(text) + "/";
    const auto u = parse_uri(probe);
    return u && u->host() == text && !u->port();
}

bool host_matches(std::string_view rule, std::string_view host) {
    if (rule.starts_with("*.")) {
        rule.remove_prefix(1); // ".example.org": at least one label stands before it
        return host.size() > rule.size() && host.ends_with(rule);
    }
    return host == rule;
}

// The pattern, compiled; the last ones are kept, for imports ask for the same one a million times.
const detail::pattern *compiled(const std::string &text) {
    struct entry {
        std::string text;
        detail::pattern pattern;
    };
    constexpr std::size_t most = 16;
    thread_local std::vector<entry> kept;
    for (const entry &e : kept) {
        if (e.text == text) return &e.pattern;
    }
    auto p = detail::pattern::compile(text);
    if (!p) return nullptr;
    if (kept.size() == most) kept.erase(kept.begin());
    kept.push_back({text, std::move(*p)});
    return &kept.back().pattern;
}

void check_resolver(members &m, const std::string &resolver) {
    if (resolver.empty()) return;
    // "{urn}" is no part of a URI; what takes its place is.
    std::string probe = resolver;
    const auto at = probe.find("{urn}");
    if (at == std::string::npos) {
        probe += "urn:example:a";
    } else {
        probe.replace(at, 5, "urn:example:a");
    }
    const auto u = parse_uri(probe);
    if (!u) return m.refuse("resolver", "is not a URL, with \"{urn}\" or a URN behind it");
    const std::string scheme = lower_text(u->scheme());
    if ((scheme != "http" && scheme != "https") || u->host().value_or("").empty()) {
        return m.refuse("resolver", "is not an http or https URL with a host");
    }
    if (u->userinfo()) return m.refuse("resolver", "holds user information: everybody would see it");
    if (u->fragment()) m.refuse("resolver", "has a fragment, which no server gets to see");
}

} // namespace

std::string_view to_string(minting_method m) noexcept { return methods[static_cast<std::size_t>(m)]; }
std::string_view to_string(check_rule r) noexcept { return rules[static_cast<std::size_t>(r)]; }

std::string_view nid_of(std::string_view key_or_prefix) noexcept {
    return key_or_prefix.substr(0, std::min(key_or_prefix.find(':'), key_or_prefix.size()));
}

std::expected<std::string, problem> prefix_of_keys(std::string_view text, const namespace_registry &registry) {
    const std::size_t lead = text.size() >= 4 && lower_text(text.substr(0, 4)) == "urn:" ? 4 : 0;
    text.remove_prefix(lead);
    if (text.size() > longest_prefix) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "The prefix has " + std::to_string(text.size()) + " bytes; at most " +
                                                 std::to_string(longest_prefix) + " are taken",
                                       .offset = longest_prefix + lead}};
    }
    // A character more makes it a URN ("isbn:" alone has no NSS); one that is no hex digit, so that no "%4" gets by.
    const std::string probe = "urn:" + std::string(text) + "x";
    const auto u = parse_urn(probe);
    if (!u) {
        problem p = malformed(u.error(), probe);
        p.detail = "No URN begins with \"" + std::string(text) + "\": " + p.detail;
        // Behind "urn:" of the probe; the character that was added belongs to nobody.
        p.offset = std::min(u.error().offset - std::min<std::size_t>(u.error().offset, 4) + lead, text.size() + lead);
        return std::unexpected{std::move(p)};
    }
    if (u->r_component() || u->q_component() || u->f_component()) {
        return std::unexpected{problem{.type = problem_type::malformed,
                                       .detail = "A prefix has no r-, q- or f-component",
                                       .offset = text.find_first_of("?#") + lead,
                                       .rule = "RFC 8141 section 2.3"}};
    }
    std::string prefix = normalized_assigned_name(*u).substr(4);
    prefix.pop_back();
    const std::size_t nss = prefix.find(':') + 1;
    if (const namespace_info *const info = registry.find(nid_of(prefix))) {
        const bool of_all = nss == prefix.size();
        normalize_beginning(prefix, nss, *info);
        if (!of_all && nss == prefix.size()) {
            return std::unexpected{
                problem{.type = problem_type::invalid,
                        .detail = "All of the prefix behind the NID makes no difference in this namespace: it would be "
                                  "the whole namespace, \"" +
                                  prefix + "\"",
                        .offset = nss + lead,
                        .rule = "RFC 8141 section 3.1"}};
        }
        const std::string_view rest = std::string_view{prefix}.substr(nss);
        const std::string_view ean = std::string_view{"97"}.substr(0, rest.size());
        if (is_isbn(*info) && (!rest.starts_with(ean) || (rest.size() > 2 && rest[2] != '8' && rest[2] != '9'))) {
            return std::unexpected{
                problem{.type = problem_type::invalid,
                        .detail = "The keys of this namespace are ISBNs of 13 digits: they begin with 978 or 979",
                        .rule = "RFC 3187 section 3.2"}};
        }
    }
    return prefix;
}

std::string to_json(const delegation &d) {
    json out;
    out["prefix"] = d.prefix;
    out["state"] = d.state;
    if (!d.registrar.empty()) out["registrar"] = d.registrar;
    if (!d.naming.empty()) out["naming"] = d.naming;
    if (!d.hosts.empty()) out["hosts"] = d.hosts;
    if (d.mint.method != minting_method::none) {
        json &mint = out["minting"];
        mint["method"] = to_string(d.mint.method);
        if (!d.mint.pattern.empty()) mint["pattern"] = d.mint.pattern;
        if (d.mint.check != check_rule::none) mint["check"] = to_string(d.mint.check);
        if (d.mint.method == minting_method::uuid) mint["uuid_version"] = d.mint.uuid_version;
    }
    if (!d.resolver.empty()) out["resolver"] = d.resolver;
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::expected<delegation, problem> delegation_from_json(std::string_view text) {
    delegation d;
    members m{text, "a delegation"};
    m.text("prefix", d.prefix, 512);
    m.text("state", d.state, 10);
    m.text("registrar", d.registrar, 64);
    m.text("naming", d.naming, 1000);
    m.texts("hosts", d.hosts, 200, 255);
    m.text("resolver", d.resolver, 1000);
    const json mint = m.take("minting");
    if (!mint.is_null()) {
        members n{mint, "the minting rule"};
        std::int64_t version = 4;
        n.require("method")
            .word(
                "method", d.mint.method, [](auto s) { return enumerator<minting_method>(methods, s); },
                "none, sequential, random, uuid")
            .text("pattern", d.mint.pattern, 200)
            .word(
                "check", d.mint.check, [](auto s) { return enumerator<check_rule>(rules, s); }, "none, namespace, noid")
            .integer("uuid_version", version, 4, 7);
        d.mint.uuid_version = static_cast<int>(version);
        if (version != 4 && version != 7) n.refuse("uuid_version", "is neither 4 nor 7");
        const bool by_pattern = d.mint.method == minting_method::sequential || d.mint.method == minting_method::random;
        if (by_pattern && d.mint.pattern.empty()) n.refuse("pattern", "is missing: this method makes names by it");
        if (auto done = n.done(); !done) m.refuse(std::move(done.error()));
        if (d.mint.method == minting_method::none) d.mint = {};
    }
    if (m.ok() && d.state != "active" && d.state != "ended") m.refuse("state", "is neither active nor ended");
    if (m.ok() && !d.prefix.empty()) {
        if (auto prefix = prefix_of_keys(d.prefix)) {
            d.prefix = std::move(*prefix);
        } else {
            m.refuse(std::move(prefix.error()));
        }
    }
    if (m.ok() && !d.naming.empty()) {
        if (const auto p = detail::pattern::compile(d.naming); !p) {
            m.refuse("naming", "cannot be read as a pattern from offset " + std::to_string(p.error().offset) + " on");
        }
    }
    for (std::string &host : d.hosts) {
        if (!m.ok()) break;
        host = lower_text(host);
        if (!is_host_rule(host)) {
            m.refuse("hosts", "has an entry that is neither a host nor \"*.\" and a host: \"" + host + "\"");
        }
    }
    if (m.ok()) check_resolver(m, d.resolver);
    if (auto done = m.done(); !done) return std::unexpected{std::move(done.error())};
    return d;
}

std::expected<void, problem> allows(const delegation &d, std::string_view key, const name_record &r) {
    if (!d.naming.empty()) {
        const std::string_view rest = key.substr(std::min(d.prefix.size(), key.size()));
        const detail::pattern *const p = compiled(d.naming);
        if (p == nullptr) {
            return std::unexpected{problem{.type = problem_type::out_of_policy,
                                           .detail = "The naming policy of this prefix cannot be read"}};
        }
        if (const std::size_t at = p->mismatch(rest); at != detail::pattern::matched) {
            problem why{.type = problem_type::out_of_policy, .offset = 4 + d.prefix.size() + at};
            why.detail = at == rest.size()
                             ? "The name ends where the naming policy of \"urn:" + d.prefix + "\" asks for more"
                             : "With this character no name goes on by the naming policy of \"urn:" + d.prefix + "\"";
            why.members = json{{"naming", d.naming}}.dump(-1, ' ', false, json::error_handler_t::replace);
            return std::unexpected{std::move(why)};
        }
    }
    if (!d.hosts.empty()) {
        for (const locator &l : r.locators) {
            const auto u = parse_uri(l.url);
            const std::string host = u ? lower_text(u->host().value_or("")) : std::string{};
            if (std::ranges::any_of(d.hosts, [&](const auto &rule) { return host_matches(rule, host); })) continue;
            problem why{.type = problem_type::out_of_policy};
            why.detail = "The locator policy of \"urn:" + d.prefix + "\" does not name the host of this locator";
            why.members = json{{"url", l.url}, {"hosts", d.hosts}}.dump(-1, ' ', false, json::error_handler_t::replace);
            return std::unexpected{std::move(why)};
        }
    }
    return {};
}

} // namespace uniform::resolver
