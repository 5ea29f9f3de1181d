#include <uniform/resolver/delegation.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/locator_template.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

#include "resolver/locators/locator_path.hpp"
#include "resolver/locators/locator_template_member.hpp"
#include "urn/pattern.hpp"
#include "urn/rewrite.hpp"

namespace uniform::resolver {

namespace {

// Applies to the beginning of an NSS the operations that its namespace applies to all of it, if they look at no more
// than that.
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
                    prefix[i] = o.action == lower_case ? ascii::to_lower(prefix[i]) : ascii::to_upper(prefix[i]);
                }
            }
        } else if (o.action == replace || o.action == decode_unreserved || o.action == remove_leading_zeros) {
            char *const text = prefix.data() + nss;
            const std::size_t size = prefix.size() - nss;
            namespace rewrite = uniform::detail;
            prefix.resize(nss + (o.action == replace             ? rewrite::replace_characters(text, size, o.texts)
                                 : o.action == decode_unreserved ? rewrite::decode_unreserved(text, size)
                                                                 : rewrite::remove_leading_zeros(text, size, true)));
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
    std::ranges::transform(result, result.begin(), ascii::to_lower);
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
        rule.remove_prefix(1); // ".example.org": at least one label is before it
        return host.size() > rule.size() && host.ends_with(rule);
    }
    return host == rule;
}

// The compiled pattern; the last ones are cached, because an import uses the same one for each line.
const uniform::detail::pattern *compiled(const std::string &text) {
    struct entry {
        std::string text;
        uniform::detail::pattern pattern;
    };
    constexpr std::size_t most = 16;
    thread_local std::vector<entry> cached;
    for (const entry &e : cached) {
        if (e.text == text) return &e.pattern;
    }
    auto p = uniform::detail::pattern::compile(text);
    if (!p) return nullptr;
    if (cached.size() == most) cached.erase(cached.begin());
    cached.push_back({text, std::move(*p)});
    return &cached.back().pattern;
}

void check_resolver(json::members &m, const std::string &resolver) {
    if (resolver.empty()) return;
    // "{urn}" is not valid in a URI; the URN that replaces it is.
    std::string probe = resolver;
    const auto at = probe.find("{urn}");
    if (at == std::string::npos) {
        probe += "urn:example:a";
    } else {
        probe.replace(at, 5, "urn:example:a");
    }
    const auto u = parse_uri(probe);
    if (!u) return m.refuse("resolver", "must be a URL that contains \"{urn}\", or one to which the URN is appended");
    const std::string scheme = lower_text(u->scheme());
    if ((scheme != "http" && scheme != "https") || u->host().value_or("").empty()) {
        return m.refuse("resolver", "must be an http or https URL with a host");
    }
    if (u->userinfo()) return m.refuse("resolver", "must not have userinfo: everyone would see it");
    if (u->fragment()) m.refuse("resolver", "must not have a fragment, which clients do not send");
}

void check_template(json::members &m, const delegation &d) {
    if (d.locator_template.empty()) return;
    detail::check_locator_template(m, d.locator_template);
    if (!m.ok()) return;
    const auto url = locator_of_template(d.locator_template, "urn:example:a", {}); // its host is that of all names
    const name_record one{.locators = {{.url = url.value_or("")}}};
    if (!allows({.prefix = d.prefix, .hosts = d.hosts}, d.prefix, one)) {
        m.refuse("locator_template", "must have a host that the locator policy (\"hosts\") permits");
    }
}

// RFC 8141 2: characters of an NSS that are neither letters nor digits, nor "%".
constexpr std::string_view passthrough_delimiters = "/:.-_~!$&'()*+,;=@";

std::expected<minting, problem> minting_from_json(const json::value &value) {
    minting rule;
    std::int64_t version = 4;
    json::members m{value, "the minting rule", "/minting"};
    m.require("method")
        .word("method", rule.method, minting_method_names)
        .string("pattern", rule.pattern, 200)
        .word("check", rule.check, check_rule_names)
        .integer("uuid_version", version, 4, 7);
    rule.uuid_version = static_cast<int>(version);
    if (version != 4 && version != 7) m.refuse("uuid_version", "must be 4 or 7");
    const bool by_pattern = rule.method == minting_method::sequential || rule.method == minting_method::random;
    if (by_pattern && rule.pattern.empty()) m.refuse("pattern", "is missing: this method makes names from it");
    if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
    return rule.method == minting_method::none ? minting{} : rule;
}

} // namespace

std::vector<std::size_t> passthrough_positions(std::string_view key, std::string_view prefix,
                                               std::string_view delimiters) {
    std::vector<std::size_t> all;
    for (std::size_t i = key.size(); i-- > prefix.size() && all.size() < most_passthrough_lookups;) {
        if (delimiters.contains(key[i])) all.push_back(i);
    }
    return all;
}

std::optional<std::string> with_suffix(std::string_view url, std::string_view suffix) {
    const auto u = parse_uri(url);
    if (!u) return std::nullopt;
    const std::size_t end = std::min(url.find_first_of("?#"), url.size());
    std::string path{u->path()};
    if (path.empty() && u->authority() && !suffix.starts_with('/')) path += '/';
    path += suffix;
    if (detail::has_dot_segment(path, u->path().size())) return std::nullopt;
    std::string out{url.substr(0, end - u->path().size())};
    return out + path + std::string(url.substr(end));
}

std::string_view nid_of(std::string_view key_or_prefix) noexcept {
    return key_or_prefix.substr(0, std::min(key_or_prefix.find(':'), key_or_prefix.size()));
}

std::expected<std::string, problem> prefix_of_keys(std::string_view text, const namespace_registry &registry) {
    const std::size_t lead = text.size() >= 4 && lower_text(text.substr(0, 4)) == "urn:" ? 4 : 0;
    text.remove_prefix(lead);
    if (text.size() > longest_prefix) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "the prefix has " + std::to_string(text.size()) + " bytes; at most " +
                                                 std::to_string(longest_prefix) + " are permitted",
                                       .offset = longest_prefix + lead}};
    }
    // One more character makes it a URN ("isbn:" alone has no NSS); not a hexadecimal digit, so that "%4" is refused.
    const std::string probe = "urn:" + std::string(text) + "x";
    const auto u = parse_urn(probe);
    if (!u) {
        problem p = malformed(u.error(), probe);
        p.detail = "no URN begins with \"" + std::string(text) + "\": " + p.detail;
        if (!text.empty() && !text.contains(':') && urn::parse("urn:" + std::string(text) + ":x")) {
            p.detail += "; the prefix of the whole namespace is \"" + std::string(text) + ":\"";
        }
        // After the "urn:" of the probe; the added character is not part of the prefix.
        p.offset = std::min(u.error().offset - std::min<std::size_t>(u.error().offset, 4) + lead, text.size() + lead);
        return std::unexpected{std::move(p)};
    }
    if (u->r_component() || u->q_component() || u->f_component()) {
        return std::unexpected{problem{.type = problem_type::malformed,
                                       .detail = "an r-, q- or f-component is not part of a prefix",
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
                        .detail = "by the equivalence of this namespace, the prefix would be the whole namespace, \"" +
                                  prefix + "\"",
                        .offset = nss + lead,
                        .rule = "RFC 8141 section 3.1"}};
        }
        const std::string_view rest = std::string_view{prefix}.substr(nss);
        const std::string_view ean = std::string_view{"97"}.substr(0, rest.size());
        if (is_isbn(*info) && (!rest.starts_with(ean) || (rest.size() > 2 && rest[2] != '8' && rest[2] != '9'))) {
            return std::unexpected{
                problem{.type = problem_type::invalid,
                        .detail = "the keys of this namespace are ISBNs of 13 digits: they begin with 978 or 979",
                        .rule = "RFC 3187 section 3.2"}};
        }
    }
    return prefix;
}

json::value value_of(const delegation &d) {
    json::value v;
    v.set("prefix", d.prefix).set("state", to_string(d.state)).set_if("registrar", d.registrar);
    v.set_if("naming", d.naming).set_if("hosts", d.hosts);
    if (d.mint.method != minting_method::none) {
        json::value rule;
        rule.set("method", to_string(d.mint.method)).set_if("pattern", d.mint.pattern);
        if (d.mint.check != check_rule::none) rule.set("check", to_string(d.mint.check));
        if (d.mint.method == minting_method::uuid) rule.set("uuid_version", d.mint.uuid_version);
        v.set("minting", std::move(rule));
    }
    v.set_if("resolver", d.resolver).set_if("passthrough", d.passthrough);
    v.set_if("locator_template", d.locator_template);
    return v;
}

std::string to_json(const delegation &d) { return json::to_text(value_of(d)); }

std::expected<delegation, problem> delegation_from_json(const json::value &value) {
    return delegation_from_json(value, {});
}

std::expected<delegation, problem> delegation_from_json(const json::value &value,
                                                        std::initializer_list<std::string_view> others) {
    delegation d;
    std::string state;
    json::members m{value, "a delegation"};
    for (const std::string_view name : others) m.ignore(name);
    m.string("prefix", d.prefix, 512).string("state", state, 10).string("registrar", d.registrar, 64);
    m.string("naming", d.naming, 1000).strings("hosts", d.hosts, 200, 255).string("resolver", d.resolver, 1000);
    m.string("passthrough", d.passthrough, passthrough_delimiters.size());
    m.string("locator_template", d.locator_template, longest_locator_template);
    if (d.passthrough.find_first_not_of(passthrough_delimiters) != std::string::npos) {
        m.refuse("passthrough", "must consist of delimiters: " + std::string(passthrough_delimiters));
    }
    if (const json::value *const mint = m.find("minting")) {
        auto rule = minting_from_json(*mint);
        if (!rule) return std::unexpected{std::move(rule.error())};
        d.mint = std::move(*rule);
    }
    if (m.ok() && m.has("state")) {
        if (const auto known = delegation_state_names.find(state)) {
            d.state = *known;
        } else {
            m.refuse("state", "must be " + std::string(joined_names<delegation_state_names, " or ">));
        }
    }
    if (m.ok() && !d.prefix.empty()) {
        auto prefix = prefix_of_keys(d.prefix);
        if (!prefix) {
            problem &p = prefix.error();
            p.pointer = "/prefix";
            if (p.offset) p.offset = value.find("prefix")->offset_of(*p.offset);
            return std::unexpected{std::move(p)};
        }
        d.prefix = std::move(*prefix);
    }
    if (m.ok() && !d.naming.empty()) {
        if (const auto p = uniform::detail::pattern::compile(d.naming); !p) {
            m.refuse_within("naming", p.error().offset,
                            "is not a pattern from offset " + std::to_string(p.error().offset) + " on");
        }
    }
    for (std::size_t i = 0; m.ok() && i < d.hosts.size(); ++i) {
        ascii::make_lower(d.hosts[i]);
        if (!is_host_rule(d.hosts[i])) m.refuse_element("hosts", i, "must be a host, or \"*.\" and a host");
    }
    if (m.ok()) check_resolver(m, d.resolver);
    if (m.ok()) check_template(m, d);
    if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
    return d;
}

std::expected<void, problem> allows(const delegation &d, std::string_view key, const name_record &r) {
    if (!d.naming.empty()) {
        const std::string_view rest = key.substr(std::min(d.prefix.size(), key.size()));
        const uniform::detail::pattern *const p = compiled(d.naming);
        if (p == nullptr) {
            return std::unexpected{problem{.type = problem_type::out_of_policy,
                                           .detail = "the naming policy of this prefix cannot be read"}};
        }
        if (const std::size_t at = p->mismatch(rest); at != uniform::detail::pattern::matched) {
            problem why{.type = problem_type::out_of_policy, .offset = 4 + d.prefix.size() + at};
            why.detail = at == rest.size()
                             ? "the name is shorter than the naming policy of \"urn:" + d.prefix + "\" requires"
                             : "the naming policy of \"urn:" + d.prefix + "\" does not permit this character here";
            why.members = {{"naming", d.naming}};
            return std::unexpected{std::move(why)};
        }
    }
    if (!d.hosts.empty()) {
        for (const locator &l : r.locators) {
            const auto u = parse_uri(l.url);
            const std::string host = u ? lower_text(u->host().value_or("")) : std::string{};
            if (std::ranges::any_of(d.hosts, [&](const auto &rule) { return host_matches(rule, host); })) continue;
            problem why{.type = problem_type::out_of_policy};
            why.detail = "the locator policy of \"urn:" + d.prefix + "\" does not permit the host of this locator";
            why.pointer = "/locators/" + std::to_string(&l - r.locators.data());
            why.members = {{"url", l.url}, {"hosts", d.hosts}};
            return std::unexpected{std::move(why)};
        }
    }
    return {};
}

} // namespace uniform::resolver
