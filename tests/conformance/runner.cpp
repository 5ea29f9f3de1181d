#include "conformance/runner.hpp"

#include "conformance/extract.hpp"
#include "conformance/url_cases.hpp"

#include <uniform/uri/compare.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/urn.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>
#include <stdexcept>

namespace conformance {

namespace {

using nlohmann::json;
using std::string;
using std::string_view;

string one_byte_each(const string &utf8) {
    string bytes;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        if (lead < 0x80) {
            bytes += utf8[i];
        } else if ((lead == 0xC2 || lead == 0xC3) && i + 1 < utf8.size()) {
            bytes += static_cast<char>(((lead & 3) << 6) | (static_cast<unsigned char>(utf8[++i]) & 0x3F));
        } else {
            throw std::runtime_error("a character above U+00FF in a case of bytes");
        }
    }
    return bytes;
}

string text(const json &c, const char *member) {
    const string value = c.at(member).get<string>();
    return c.value("bytes", false) ? one_byte_each(value) : value;
}

string in_quotes(std::optional<string_view> s) {
    return s ? json(string(*s)).dump(-1, ' ', true, json::error_handler_t::replace) : "null";
}

uniform::edition edition_of(const json &c) {
    const auto e = uniform::edition_from_string(c.value("spec", "rfc3986"));
    if (!e) throw std::runtime_error("unknown spec " + c.at("spec").get<string>());
    return *e;
}

verdict compare(const string &what, const string &expected, const string &got) {
    if (expected == got) return std::nullopt;
    return what + ": expected " + expected + ", got " + got;
}

string why(const uniform::error &e) {
    return "error at " + std::to_string(e.offset) + " (" + string(e.message()) + ")";
}

uniform::rule production_of(const string &kind) {
    if (kind == "uri") return uniform::rule::uri;
    if (kind == "uri-reference") return uniform::rule::uri_reference;
    if (kind == "absolute-uri") return uniform::rule::absolute_uri;
    if (kind == "relative-ref") return uniform::rule::relative_ref;
    throw std::runtime_error("unknown kind " + kind);
}

// Adds to `differences` when the case says something else of that component.
void compare(const json &c, const char *name, std::optional<string_view> got, string &differences) {
    if (!c.contains(name)) return;
    const string expected = c.at(name).is_null() ? "null" : in_quotes(text(c, name));
    if (expected == in_quotes(got)) return;
    differences +=
        string(differences.empty() ? "" : "; ") + name + ": expected " + expected + ", got " + in_quotes(got);
}

verdict parse(const json &c) {
    const string input = text(c, "input");
    const auto view = uniform::parse_as(production_of(c.at("kind")), input, {edition_of(c)});
    const bool valid = c.at("valid").get<bool>();
    if (view.has_value() != valid)
        return "parse " + in_quotes(input) + ": expected " + (valid ? "valid" : "invalid") + ", got " +
               (view ? "valid" : why(view.error()));
    if (!valid) return std::nullopt;
    string differences;
    const auto component = [&](const char *name, std::optional<string_view> got) {
        compare(c, name, got, differences);
    };
    component("scheme", view->scheme());
    component("userinfo", view->userinfo());
    component("host", view->host());
    component("port", view->port());
    component("path", view->path());
    component("query", view->query());
    component("fragment", view->fragment());
    const auto type = view->host_type();
    component("host_type", type ? std::optional<string_view>(uniform::to_string(*type)) : std::nullopt);
    if (differences.empty()) return std::nullopt;
    return "parse " + in_quotes(input) + ": " + differences;
}

string hex(const uniform::ip_address &address) {
    constexpr string_view digits = "0123456789abcdef";
    string result;
    for (const std::uint8_t b : address.bytes()) {
        result += digits[b >> 4];
        result += digits[b & 15];
    }
    return result;
}

verdict host(const json &c) {
    const string input = text(c, "input");
    const string type = c.contains("rule") ? c.at("rule").get<string>() : c.at("type").get<string>();
    const uniform::parse_options options{edition_of(c)};
    bool valid = false;
    std::optional<uniform::ip_address> address;
    if (type == "ipv6") {
        address = uniform::parse_ipv6address(input);
        valid = address.has_value();
    } else if (type == "ipv4" || type == "IPv4address") {
        address = uniform::parse_ipv4address(input);
        valid = address.has_value();
        if (valid != uniform::matches(uniform::rule::ipv4address, input, options))
            return "host " + in_quotes(input) + ": parse_ipv4address and matches disagree";
    } else if (type == "ipvfuture") {
        valid = uniform::matches(uniform::rule::ipvfuture, input, options);
    } else if (type == "host") {
        const auto kind = uniform::parse_host(input, options);
        valid = kind.has_value();
        if (valid) address = uniform::host_address(input);
    } else {
        const uniform::rule rule = uniform::rule_from_string(type);
        if (rule == uniform::rule::none) throw std::runtime_error("unknown rule " + type);
        valid = uniform::matches(rule, input, options);
    }
    if (auto v = compare("host " + type + " " + in_quotes(input), c.at("valid").get<bool>() ? "valid" : "invalid",
                         valid ? "valid" : "invalid"))
        return v;
    if (!c.contains("address")) return std::nullopt;
    return compare("address of " + in_quotes(input), c.at("address").is_null() ? "none" : c.at("address").get<string>(),
                   address ? hex(*address) : "none");
}

string resolved(const uniform::uri_view &base, const uniform::reference_view &reference,
                const uniform::resolve_options &options) {
    const auto target = uniform::resolve(base, reference, options);
    return target ? in_quotes(*target) : string("an error: ") + string(uniform::to_string(target.error().code));
}

verdict resolve(const json &c) {
    const string base_text = text(c, "base");
    const string reference_text = text(c, "ref");
    const uniform::parse_options options{edition_of(c)};
    const string what = "resolve " + in_quotes(base_text) + " " + in_quotes(reference_text);
    const auto base = uniform::parse_uri(base_text, options);
    if (!base) return what + ": the base: " + why(base.error());
    const auto reference = uniform::parse_uri_reference(reference_text, options);
    if (!reference) return what + ": the reference: " + why(reference.error());
    uniform::resolve_options policy;
    policy.strict = c.value("strict", true);
    if (auto v = compare(what, in_quotes(text(c, "target")), resolved(*base, *reference, policy))) return v;
    // The policies that the old texts permit for superfluous "..", where the case names one.
    if (c.contains("alternatives")) {
        policy.excess = uniform::excess_dots::drop;
        const string got = resolved(*base, *reference, policy);
        bool found = false;
        for (const json &alternative : c.at("alternatives"))
            found = found || in_quotes(alternative.get<string>()) == got;
        if (!found) return what + ", dropping: expected one of " + c.at("alternatives").dump() + ", got " + got;
    }
    if (c.value("error_allowed", false)) {
        policy.excess = uniform::excess_dots::refuse;
        return compare(what + ", refusing", "an error: excess_dot_segments", resolved(*base, *reference, policy));
    }
    return std::nullopt;
}

uniform::normalize_options at_level(const json &c) {
    const auto level = uniform::comparison_level_from_string(c.at("level").get<string>());
    if (!level) throw std::runtime_error("unknown level " + c.at("level").get<string>());
    uniform::normalize_options options;
    options.level = *level;
    return options;
}

verdict normalize(const json &c) {
    const string input = text(c, "input");
    const string expected = in_quotes(text(c, "expected"));
    const string what = "normalize " + c.at("level").get<string>() + " " + in_quotes(input);
    if (c.at("level") == "remove-dot-segments") { // a bare path
        string path = input;
        path.resize(static_cast<std::size_t>(
            uniform::detail::remove_dot_segments(input.data(), input.data() + input.size(), path.data()) -
            path.data()));
        return compare(what, expected, in_quotes(path));
    }
    const auto view = uniform::parse_uri_reference(input, {edition_of(c)});
    if (!view) return what + ": expected " + expected + ", got " + why(view.error());
    const auto options = at_level(c);
    const string normal = uniform::normalize(*view, options);
    if (auto v = compare(what, expected, in_quotes(normal))) return v;
    if (auto v = compare(what + ", is_normal", normal == input ? "true" : "false",
                         uniform::is_normal(*view, options) ? "true" : "false"))
        return v;
    const auto again = uniform::parse_uri_reference(normal, {edition_of(c)});
    return compare(what + ", twice", expected,
                   again ? in_quotes(uniform::normalize(*again, options)) : why(again.error()));
}

verdict equivalence(const json &c) {
    const string a_text = text(c, "a");
    const string b_text = text(c, "b");
    const string what =
        "equivalence " + c.at("level").get<string>() + " " + in_quotes(a_text) + " " + in_quotes(b_text);
    const auto a = uniform::parse_uri_reference(a_text, {edition_of(c)});
    const auto b = uniform::parse_uri_reference(b_text, {edition_of(c)});
    if (!a) return what + ": the first: " + why(a.error());
    if (!b) return what + ": the second: " + why(b.error());
    const string expected = c.at("equivalent").get<bool>() ? "equivalent" : "different";
    const auto options = at_level(c);
    if (auto v = compare(what, expected, uniform::equivalent(*a, *b, options) ? "equivalent" : "different")) return v;
    if (auto v = compare(what + ", the other way", expected,
                         uniform::equivalent(*b, *a, options) ? "equivalent" : "different"))
        return v;
    if (expected == "equivalent" && uniform::hash(*a, options) != uniform::hash(*b, options))
        return what + ": equivalent, but the hashes differ";
    return std::nullopt;
}

// The groups of RFC 3986 Appendix B's expression, as the views know them.
verdict regex_split(const json &c) {
    const string input = text(c, "input");
    const auto view = uniform::parse_uri_reference(input, {uniform::edition::rfc2396bis_01});
    if (!view) return "split " + in_quotes(input) + ": " + why(view.error());
    const auto with = [](string_view before, std::optional<string_view> part, string_view after) {
        return part ? in_quotes(string(before) + string(*part) + string(after)) : string("null");
    };
    const std::map<string, string> groups{
        {"1", with("", view->scheme(), ":")},     {"2", in_quotes(view->scheme())},
        {"3", with("//", view->authority(), "")}, {"4", in_quotes(view->authority())},
        {"5", in_quotes(view->path())},           {"6", with("?", view->query(), "")},
        {"7", in_quotes(view->query())},          {"8", with("#", view->fragment(), "")},
        {"9", in_quotes(view->fragment())}};
    for (const auto &[name, value] : c.at("groups").items()) {
        const string expected = value.is_null() ? "null" : in_quotes(value.get<string>());
        if (auto v = compare("split " + in_quotes(input) + " $" + name, expected, groups.at(name))) return v;
    }
    return std::nullopt;
}

// The drafts by the names that the collections give them.
uniform::edition urn_edition_of(const json &c) {
    const string spec = c.at("spec").get<string>();
    if (spec == "draft-16") return uniform::edition::urnbis_16;
    if (spec == "draft-2015-11") return uniform::edition::urnbis_14;
    return edition_of(c);
}

verdict urn(const json &c) {
    const string input = text(c, "input");
    const auto view = uniform::parse_urn(input, {urn_edition_of(c)});
    const bool valid = c.at("valid").get<bool>();
    const string what = "urn " + c.at("spec").get<string>() + " " + in_quotes(input);
    if (view.has_value() != valid)
        return what + ": expected " + (valid ? "valid" : "invalid") + ", got " + (view ? "valid" : why(view.error()));
    if (!valid) return std::nullopt;
    string differences;
    const auto component = [&](const char *name, std::optional<string_view> got) {
        compare(c, name, got, differences);
    };
    component("nid", view->nid());
    component("nss", view->nss());
    component("r", view->r_component());
    component("q", view->q_component());
    component("f", view->f_component());
    component("normalized", uniform::normalized_assigned_name(*view));
    if (differences.empty()) return std::nullopt;
    return what + ": " + differences;
}

verdict urn_equivalence(const json &c) {
    const string a_text = text(c, "a");
    const string b_text = text(c, "b");
    const string what = "urn_equivalence " + in_quotes(a_text) + " " + in_quotes(b_text);
    const auto a = uniform::parse_urn(a_text, {urn_edition_of(c)});
    const auto b = uniform::parse_urn(b_text, {urn_edition_of(c)});
    if (!a) return what + ": the first: " + why(a.error());
    if (!b) return what + ": the second: " + why(b.error());
    const bool expected = c.at("equivalent").get<bool>();
    const auto word = [](bool equivalent) { return equivalent ? "equivalent" : "different"; };
    if (auto v = compare(what, word(expected), word(uniform::urn_equivalent(*a, *b)))) return v;
    if (auto v = compare(what + ", the other way", word(expected), word(uniform::urn_equivalent(*b, *a)))) return v;
    if (auto v = compare(what + ", normalized", word(expected),
                         word(uniform::normalized_assigned_name(*a) == uniform::normalized_assigned_name(*b))))
        return v;
    if (expected && uniform::urn_hash(*a) != uniform::urn_hash(*b)) return what + ": equivalent, but the hashes differ";
    return std::nullopt;
}

// Whether a NID may name a formal or an informal namespace, registration apart.
verdict nid(const json &c) {
    const string input = text(c, "nid");
    const uniform::nid_classification v = uniform::classify_nid(input, false, urn_edition_of(c));
    string differences;
    const auto fact = [&](const char *name, bool got) {
        if (c.contains(name) && c.at(name).get<bool>() != got)
            differences += string(" ") + name + ": got " + (got ? "true" : "false");
    };
    fact("syntax_valid", v.well_formed());
    fact("formal", v.kind == uniform::nid_kind::formal);
    fact("informal", v.kind == uniform::nid_kind::informal);
    if (differences.empty()) return std::nullopt;
    return "nid " + in_quotes(input) + ":" + differences;
}

using question = verdict (*)(const json &);

question question_of(const string &type) {
    static const std::map<string, question> questions{{"parse", parse},
                                                      {"host", host},
                                                      {"resolve", resolve},
                                                      {"normalize", normalize},
                                                      {"equivalence", equivalence},
                                                      {"regex_split", regex_split},
                                                      {"urn", urn},
                                                      {"urn_equivalence", urn_equivalence},
                                                      {"nid", nid},
                                                      {"url_scheme", url_scheme},
                                                      {"ftp_plan", ftp_plan},
                                                      {"gopher_request", gopher_request},
                                                      {"gopher_plus_string", gopher_plus_string},
                                                      {"default_port", default_port},
                                                      {"scheme_case", scheme_case},
                                                      {"scheme_name", scheme_name},
                                                      {"extract", extract}};
    const auto place = questions.find(type);
    return place == questions.end() ? nullptr : place->second;
}

} // namespace

outcome run_file(const string &path, const string &type) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    outcome result;
    for (string line; std::getline(file, line);) {
        if (line.empty()) continue;
        const json c = json::parse(line);
        // In host.jsonl `type` is the kind of host.
        const string name = type.empty() ? c.at("type").get<string>() : type == "url_schemes" ? "url_scheme" : type;
        const question ask = question_of(name);
        if (ask == nullptr) {
            ++result.not_yet[name];
            continue;
        }
        ++result.ran;
        ++result.ran_by_type[name];
        if (const verdict v = ask(c)) result.failures.push_back(c.value("id", "?") + ": " + *v);
    }
    return result;
}

string print(const string &name, const outcome &o) {
    string out = name + ": " + std::to_string(o.ran) + " ran, " + std::to_string(o.failures.size()) + " failed\n";
    if (o.ran_by_type.size() > 1)
        for (const auto &[type, n] : o.ran_by_type) out += "  " + type + ": " + std::to_string(n) + "\n";
    std::size_t later = 0;
    string types;
    for (const auto &[type, n] : o.not_yet) {
        later += n;
        types += (types.empty() ? "" : ", ") + type + " " + std::to_string(n);
    }
    if (later != 0) out += "  not yet: " + std::to_string(later) + " (" + types + ")\n";
    for (const string &failure : o.failures) out += "  FAILED " + failure + "\n";
    return out;
}

} // namespace conformance
