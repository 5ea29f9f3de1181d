// The shared conformance cases through the C interface: the examples of the documents (tests/data/from_seeds.jsonl),
// and the collections in the folder that UNIFORM_CONFORMANCE_DIR names, where it is set. The questions are those of
// tests/conformance; of a type that the C interface does not have, access plans for instance, the cases are counted.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <uniform.h>

namespace {

using nlohmann::json;
using std::string;
using std::string_view;

// Nothing: the case holds.
using verdict = std::optional<string>;

string one_byte_each(const string &utf8) {
    string bytes;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        bytes += lead < 0x80 ? utf8[i]
                             : static_cast<char>(((lead & 3) << 6) | (static_cast<unsigned char>(utf8[++i]) & 0x3F));
    }
    return bytes;
}

string text(const json &c, const char *member) {
    const string value = c.at(member).get<string>();
    return c.value("bytes", false) ? one_byte_each(value) : value;
}

string in_quotes(string_view s) { return json(string(s)).dump(-1, ' ', true, json::error_handler_t::replace); }
string in_quotes(const std::optional<string> &s) { return s ? in_quotes(string_view{*s}) : "null"; }

verdict compare(const string &what, const string &expected, const string &got) {
    if (expected == got) return std::nullopt;
    return what + ": expected " + expected + ", got " + got;
}

// The edition that a case names; the drafts of URNs have other names in the collections.
uniform_edition edition_of(const json &c) {
    string spec = c.value("spec", "rfc3986");
    if (spec == "draft-16") spec = "urnbis-16";
    if (spec == "draft-2015-11") spec = "urnbis-14";
    if (spec == "iana-default-port") return UNIFORM_EDITION_DEFAULT;
    uniform_edition e = 0;
    if (uniform_edition_from_name(spec.data(), spec.size(), &e) != UNIFORM_OK)
        throw std::runtime_error("unknown spec " + spec);
    return e;
}

uniform_error new_error() {
    uniform_error e{};
    e.struct_size = sizeof e;
    return e;
}

template <class T>
T sized() {
    T all{};
    all.struct_size = sizeof all;
    return all;
}

string why(const uniform_error &e) { return "error at " + std::to_string(e.offset) + " (" + e.message + ")"; }

// A string of the library.
class result {
public:
    result() = default;
    ~result() { uniform_string_free(&value_); }
    result(const result &) = delete;
    result &operator=(const result &) = delete;
    operator uniform_string *() noexcept { return &value_; }
    [[nodiscard]] string text() const { return {value_.data, value_.size}; }

private:
    uniform_string value_{};
};

std::optional<string> part(const string &whole, uniform_range range) {
    if (range.begin == UNIFORM_ABSENT) return std::nullopt;
    return whole.substr(range.begin, range.end - range.begin);
}

// Adds to `differences` when the case says something else of that component.
void component(const json &c, const char *name, const std::optional<string> &got, string &differences) {
    if (!c.contains(name)) return;
    const string expected = c.at(name).is_null() ? "null" : in_quotes(string_view{text(c, name)});
    if (expected == in_quotes(got)) return;
    differences += string(" ") + name + ": expected " + expected + ", got " + in_quotes(got);
}

verdict parse(const json &c) {
    const string input = text(c, "input");
    const std::map<string, uniform_production> productions{{"uri", UNIFORM_URI},
                                                           {"uri-reference", UNIFORM_URI_REFERENCE},
                                                           {"absolute-uri", UNIFORM_ABSOLUTE_URI},
                                                           {"relative-ref", UNIFORM_RELATIVE_REF}};
    auto options = sized<uniform_parse_options>();
    options.edition = edition_of(c);
    options.production = productions.at(c.at("kind").get<string>());
    auto at = sized<uniform_components>();
    uniform_error e = new_error();
    const uniform_status status = uniform_parse(input.data(), input.size(), &options, &at, &e);
    const bool valid = c.at("valid").get<bool>();
    const string what = "parse " + in_quotes(string_view{input});
    if ((status == UNIFORM_OK) != valid) return what + ": expected " + (valid ? "valid" : "invalid") + ", " + why(e);
    if (!valid) return std::nullopt;
    string differences;
    component(c, "scheme", part(input, at.scheme), differences);
    component(c, "userinfo", part(input, at.userinfo), differences);
    component(c, "host", part(input, at.host), differences);
    component(c, "port", part(input, at.port), differences);
    component(c, "path", part(input, at.path), differences);
    component(c, "query", part(input, at.query), differences);
    component(c, "fragment", part(input, at.fragment), differences);
    static const char *const types[] = {nullptr, "reg-name", "ipv4", "ipv6", "ipvfuture", "hostname"};
    const char *type = types[at.host_type];
    component(c, "host_type", type == nullptr ? std::nullopt : std::optional<string>{type}, differences);
    if (differences.empty()) return std::nullopt;
    return what + ":" + differences;
}

verdict host(const json &c) {
    const string input = text(c, "input");
    const string type = c.contains("rule") ? c.at("rule").get<string>() : c.at("type").get<string>();
    const std::map<string, string> rules{{"ipv6", "IPv6address"}, {"ipv4", "IPv4address"}, {"ipvfuture", "IPvFuture"}};
    const auto known = rules.find(type);
    auto options = sized<uniform_parse_options>();
    options.edition = edition_of(c);
    std::int32_t valid = -1;
    const string rule = known == rules.end() ? type : known->second;
    if (uniform_matches(rule.c_str(), input.data(), input.size(), &options, &valid) != UNIFORM_OK)
        throw std::runtime_error("unknown rule " + rule);
    if (auto v = compare("host " + type + " " + in_quotes(string_view{input}),
                         c.at("valid").get<bool>() ? "valid" : "invalid", valid == 1 ? "valid" : "invalid"))
        return v;
    if (!c.contains("address")) return std::nullopt;
    // The address of a host is asked for in its place.
    const string url = "//" + (type == "ipv6" ? "[" + input + "]" : input);
    auto at = sized<uniform_components>();
    string got = "none";
    if (uniform_parse(url.data(), url.size(), nullptr, &at, nullptr) == UNIFORM_OK && at.address_size > 0) {
        got.clear();
        for (std::uint32_t i = 0; i < at.address_size; ++i) {
            got += "0123456789abcdef"[at.address[i] >> 4];
            got += "0123456789abcdef"[at.address[i] & 15];
        }
    }
    return compare("address of " + in_quotes(string_view{input}),
                   c.at("address").is_null() ? "none" : c.at("address").get<string>(), got);
}

verdict resolve(const json &c) {
    const string base = text(c, "base");
    const string reference = text(c, "ref");
    auto options = sized<uniform_resolve_options>();
    options.edition = edition_of(c);
    options.not_strict = c.value("strict", true) ? 0 : 1;
    const auto target = [&] {
        result out;
        uniform_error e = new_error();
        const uniform_status status =
            uniform_resolve(base.data(), base.size(), reference.data(), reference.size(), &options, out, &e);
        return status == UNIFORM_OK ? in_quotes(string_view{out.text()}) : string("an error: ") + e.code;
    };
    const string what = "resolve " + in_quotes(string_view{base}) + " " + in_quotes(string_view{reference});
    if (auto v = compare(what, in_quotes(string_view{text(c, "target")}), target())) return v;
    if (c.contains("alternatives")) {
        options.excess_dots = UNIFORM_EXCESS_DROP;
        const string got = target();
        bool found = false;
        for (const json &a : c.at("alternatives")) found = found || in_quotes(string_view{a.get<string>()}) == got;
        if (!found) return what + ", dropping: got " + got;
    }
    if (c.value("error_allowed", false)) {
        options.excess_dots = UNIFORM_EXCESS_REFUSE;
        return compare(what + ", refusing", "an error: excess_dot_segments", target());
    }
    return std::nullopt;
}

uniform_normalize_options at_level(const json &c) {
    const std::map<string, uniform_level> levels{
        {"simple", UNIFORM_LEVEL_SIMPLE}, {"case", UNIFORM_LEVEL_CASE},         {"percent", UNIFORM_LEVEL_PERCENT},
        {"path", UNIFORM_LEVEL_PATH},     {"all-syntax", UNIFORM_LEVEL_SYNTAX}, {"scheme", UNIFORM_LEVEL_SCHEME}};
    auto options = sized<uniform_normalize_options>();
    options.edition = edition_of(c);
    options.level = levels.at(c.at("level").get<string>());
    return options;
}

verdict normalize(const json &c) {
    const string input = text(c, "input");
    const string expected = in_quotes(string_view{text(c, "expected")});
    const auto options = at_level(c);
    const string what = "normalize " + c.at("level").get<string>() + " " + in_quotes(string_view{input});
    result once;
    result twice;
    uniform_error e = new_error();
    if (uniform_normalize(input.data(), input.size(), &options, once, &e) != UNIFORM_OK) return what + ": " + why(e);
    const string normal = once.text();
    if (auto v = compare(what, expected, in_quotes(string_view{normal}))) return v;
    if (uniform_normalize(normal.data(), normal.size(), &options, twice, &e) != UNIFORM_OK) return what + ": " + why(e);
    return compare(what + ", twice", expected, in_quotes(string_view{twice.text()}));
}

verdict equivalence(const json &c) {
    const string a = text(c, "a");
    const string b = text(c, "b");
    const auto options = at_level(c);
    std::int32_t same = -1;
    uniform_error e = new_error();
    const string what = "equivalence " + in_quotes(string_view{a}) + " " + in_quotes(string_view{b});
    if (uniform_equivalent(a.data(), a.size(), b.data(), b.size(), &options, &same, &e) != UNIFORM_OK)
        return what + ": " + why(e);
    return compare(what, c.at("equivalent").get<bool>() ? "equivalent" : "different",
                   same == 1 ? "equivalent" : "different");
}

verdict urn(const json &c) {
    const string input = text(c, "input");
    const bool valid = c.at("valid").get<bool>();
    auto at = sized<uniform_urn_components>();
    uniform_error e = new_error();
    const uniform_edition edition = edition_of(c);
    const string what = "urn " + c.at("spec").get<string>() + " " + in_quotes(string_view{input});
    const uniform_status status = uniform_urn_parse(input.data(), input.size(), edition, &at, &e);
    if ((status == UNIFORM_OK) != valid) return what + ": expected " + (valid ? "valid" : "invalid") + ", " + why(e);
    if (!valid) return std::nullopt;
    result normal;
    if (uniform_urn_normalize(input.data(), input.size(), edition, UNIFORM_URN_LEXICAL, normal, &e) != UNIFORM_OK)
        return what + ": " + why(e);
    string differences;
    component(c, "nid", part(input, at.nid), differences);
    component(c, "nss", part(input, at.nss), differences);
    component(c, "r", part(input, at.r_component), differences);
    component(c, "q", part(input, at.q_component), differences);
    component(c, "f", part(input, at.f_component), differences);
    component(c, "normalized", normal.text(), differences);
    if (differences.empty()) return std::nullopt;
    return what + ":" + differences;
}

verdict urn_equivalence(const json &c) {
    const string a = text(c, "a");
    const string b = text(c, "b");
    std::int32_t same = -1;
    uniform_error e = new_error();
    const string what = "urn_equivalence " + in_quotes(string_view{a}) + " " + in_quotes(string_view{b});
    if (uniform_urn_equivalent(a.data(), a.size(), b.data(), b.size(), edition_of(c), UNIFORM_URN_LEXICAL, &same, &e) !=
        UNIFORM_OK)
        return what + ": " + why(e);
    return compare(what, c.at("equivalent").get<bool>() ? "equivalent" : "different",
                   same == 1 ? "equivalent" : "different");
}

verdict nid(const json &c) {
    const string input = text(c, "nid");
    auto n = sized<uniform_nid>();
    if (uniform_nid_classify(input.data(), input.size(), edition_of(c), &n) != UNIFORM_OK) return "nid: no answer";
    const string kind{n.kind.data, n.kind.size};
    string differences;
    const auto fact = [&](const char *name, bool got) {
        if (c.contains(name) && c.at(name).get<bool>() != got) differences += string(" ") + name;
    };
    fact("syntax_valid", n.well_formed == 1);
    fact("formal", kind == "formal");
    fact("informal", kind == "informal");
    if (differences.empty()) return std::nullopt;
    return "nid " + in_quotes(string_view{input}) + ":" + differences;
}

// RFC 2396bis-01 B: the groups of the regular expression.
verdict regex_split(const json &c) {
    const string input = text(c, "input");
    auto options = sized<uniform_parse_options>();
    options.edition = UNIFORM_RFC2396BIS_01;
    auto at = sized<uniform_components>();
    uniform_error e = new_error();
    const string what = "split " + in_quotes(string_view{input});
    if (uniform_parse(input.data(), input.size(), &options, &at, &e) != UNIFORM_OK) return what + ": " + why(e);
    const auto with = [&](const char *before, uniform_range range, const char *after) -> std::optional<string> {
        const auto found = part(input, range);
        return found ? std::optional{before + *found + after} : std::nullopt;
    };
    const std::map<string, std::optional<string>> groups{
        {"1", with("", at.scheme, ":")},  {"2", part(input, at.scheme)},     {"3", with("//", at.authority, "")},
        {"4", part(input, at.authority)}, {"5", part(input, at.path)},       {"6", with("?", at.query, "")},
        {"7", part(input, at.query)},     {"8", with("#", at.fragment, "")}, {"9", part(input, at.fragment)}};
    for (const auto &[name, value] : c.at("groups").items()) {
        const string expected = value.is_null() ? "null" : in_quotes(string_view{value.get<string>()});
        if (auto v = compare(what + " $" + name, expected, in_quotes(groups.at(name)))) return v;
    }
    return std::nullopt;
}

// The fields of a URL as JSON. What is not UTF-8 is a character for each byte, as in the cases.
json fields_of(const uniform_values *fields) {
    const auto as_text = [](uniform_text t) {
        const string bytes{t.data, t.size};
        if (in_quotes(string_view{bytes}).find("\\ufffd") == string::npos) return bytes;
        string wide;
        for (const char b : bytes) {
            const auto u = static_cast<unsigned char>(b);
            if (u >= 0x80) wide += static_cast<char>(0xC0 | u >> 6);
            wide += static_cast<char>(u < 0x80 ? u : 0x80 | (u & 0x3F));
        }
        return wide;
    };
    json all = json::object();
    for (std::size_t i = 0; i < uniform_values_size(fields); ++i) {
        auto value = sized<uniform_value>();
        if (uniform_values_get(fields, i, &value) != UNIFORM_OK) throw std::runtime_error("a field is missing");
        json &got = all[as_text(value.name)];
        if (value.kind == UNIFORM_VALUE_TEXT) got = as_text(value.text);
        if (value.kind == UNIFORM_VALUE_NUMBER) got = std::stol(as_text(value.text));
        if (value.kind == UNIFORM_VALUE_BOOLEAN) got = as_text(value.text) == "true";
        if (value.kind == UNIFORM_VALUE_LIST || value.kind == UNIFORM_VALUE_PAIRS) got = json::array();
        for (std::size_t item = 0; item < value.items; ++item) {
            uniform_text key{};
            uniform_text one{};
            if (uniform_values_item(fields, i, item, &key, &one) != UNIFORM_OK) throw std::runtime_error("no item");
            if (value.kind == UNIFORM_VALUE_LIST) got.push_back(as_text(one));
            if (value.kind == UNIFORM_VALUE_PAIRS) got.push_back({as_text(key), as_text(one)});
        }
    }
    return all;
}

// Some parts are in the cases in a shape of their own, and names of files are no field: those are for the test in C++.
bool is_for_cpp(const string &name) {
    return name == "os" || name == "filename" || name == "vms" || name == "secure" || name == "extensions";
}

verdict url_scheme(const json &c) {
    const string input = text(c, "input");
    const bool valid = c.at("valid").get<bool>();
    const bool by_default = c.at("spec") == "iana-default-port";
    uniform_values *values = nullptr;
    uniform_error e = new_error();
    const string what = "url " + c.at("spec").get<string>() + " " + in_quotes(string_view{input});
    const uniform_status status = uniform_url_fields(input.data(), input.size(), edition_of(c), &values, &e);
    if ((status == UNIFORM_OK) != valid) return what + ": expected " + (valid ? "valid" : "invalid") + ", " + why(e);
    if (!valid) return std::nullopt;
    const json fields = fields_of(values);
    uniform_values_free(values);
    string differences;
    const json parts = c.value("expect", json::object());
    for (const auto &[name, expected] : parts.items()) {
        if (is_for_cpp(name)) continue;
        json got = fields.value(name == "addr_spec" && !fields.contains(name) ? "to" : name, json());
        if (name == "port" && got.is_null() && by_default) continue;  // of a scheme that has no fields
        if (name == "user" && expected.is_null() && !got.is_null()) { // "anonymous" is the client's
            if (fields.at("user_given") != json(false)) differences += " user_given";
            continue;
        }
        if (got.is_array() && expected.is_string()) {
            string joined;
            for (const json &one : got) joined += (joined.empty() ? "" : ",") + one.get<string>();
            got = joined;
        }
        if (got.is_array() && expected.is_object()) { // the case asserts no more than it names
            json named = json::object();
            for (const json &pair : got) {
                if (expected.contains(pair.at(0))) named[pair.at(0).get<string>()] = pair.at(1);
            }
            got = named;
        }
        if (got != expected) differences += " " + name + ": expected " + expected.dump() + ", got " + got.dump();
    }
    if (differences.empty()) return std::nullopt;
    return what + ":" + differences;
}

verdict scheme_name(const json &c) {
    const string input = text(c, "input");
    uniform_values *values = nullptr;
    const bool valid = uniform_url_fields(input.data(), input.size(), UNIFORM_URL_06, &values, nullptr) == UNIFORM_OK;
    uniform_values_free(values);
    return compare("scheme of " + in_quotes(string_view{input}), c.at("valid").get<bool>() ? "valid" : "invalid",
                   valid ? "valid" : "invalid");
}

// The normal form of a URI of the scheme at a level of normalization.
string normal_form(const string &uri, uniform_level level) {
    auto options = sized<uniform_normalize_options>();
    options.level = level;
    result out;
    if (uniform_normalize(uri.data(), uri.size(), &options, out, nullptr) != UNIFORM_OK) return uri + " is none";
    return out.text();
}

verdict default_port(const json &c) {
    const string uri = c.at("scheme").get<string>() + "://h";
    return compare("default port of " + uri, normal_form(uri + "/", UNIFORM_LEVEL_SCHEME),
                   normal_form(uri + ":" + c.at("port").dump() + "/", UNIFORM_LEVEL_SCHEME));
}

verdict scheme_case(const json &c) {
    const bool same = normal_form(c.at("a").get<string>() + "://h/", UNIFORM_LEVEL_CASE) ==
                      normal_form(c.at("b").get<string>() + "://h/", UNIFORM_LEVEL_CASE);
    return compare("case of schemes", c.at("equivalent").get<bool>() ? "equivalent" : "different",
                   same ? "equivalent" : "different");
}

verdict extract(const json &c) {
    const auto input = c.at("text").get<string>();
    auto options = sized<uniform_find_options>();
    options.join_lines = c.value("rule", "") == "line-break" ? 1 : 0;
    uniform_found_list *list = nullptr;
    if (uniform_find(input.data(), input.size(), &options, &list) != UNIFORM_OK) return "extract: no answer";
    json got = json::array();
    for (std::size_t i = 0; i < uniform_found_list_size(list); ++i) {
        auto f = sized<uniform_found>();
        if (uniform_found_list_get(list, i, &f) == UNIFORM_OK) got.push_back(string{f.text.data, f.text.size});
    }
    uniform_found_list_free(list);
    return compare("extract " + in_quotes(string_view{input}), c.at("found").dump(), got.dump());
}

using question = verdict (*)(const json &);

question question_of(const string &type) {
    static const std::map<string, question> questions{{"parse", parse},
                                                      {"host", host},
                                                      {"resolve", resolve},
                                                      {"normalize", normalize},
                                                      {"equivalence", equivalence},
                                                      {"urn", urn},
                                                      {"urn_equivalence", urn_equivalence},
                                                      {"nid", nid},
                                                      {"regex_split", regex_split},
                                                      {"url_scheme", url_scheme},
                                                      {"scheme_name", scheme_name},
                                                      {"default_port", default_port},
                                                      {"scheme_case", scheme_case},
                                                      {"extract", extract}};
    const auto found = questions.find(type);
    return found == questions.end() ? nullptr : found->second;
}

// The number of cases that failed or are missing.
std::size_t run_file(const string &path, const string &type, std::size_t at_least) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::size_t ran = 0;
    std::map<string, std::size_t> others;
    std::size_t failed = 0;
    for (string line; std::getline(file, line);) {
        if (line.empty()) continue;
        const json c = json::parse(line);
        const string name = type.empty() ? c.at("type").get<string>() : type == "url_schemes" ? "url_scheme" : type;
        const bool bare_path = c.value("level", "") == "remove-dot-segments";
        const question ask = bare_path ? nullptr : question_of(name);
        if (ask == nullptr) {
            ++others[bare_path ? "remove-dot-segments" : name];
            continue;
        }
        ++ran;
        if (const verdict v = ask(c)) {
            ++failed;
            std::printf("  FAILED %s: %s\n", c.value("id", "?").c_str(), v->c_str());
        }
    }
    std::printf("%s: %zu ran, %zu failed\n", path.substr(path.rfind('/') + 1).c_str(), ran, failed);
    for (const auto &[name, count] : others) std::printf("  %s: no function for %zu\n", name.c_str(), count);
    return failed + (ran < at_least ? at_least - ran : 0);
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2) return 2;
    try {
        std::size_t failed = run_file(arguments[1], "", 590);
        if (const char *folder = std::getenv("UNIFORM_CONFORMANCE_DIR"); folder != nullptr && *folder != '\0') {
            for (const char *type : {"parse", "host", "resolve", "normalize", "equivalence", "urn", "urn_equivalence",
                                     "nid", "url_schemes", "extract"})
                failed += run_file(string(folder) + "/" + type + ".jsonl", type, 18);
        } else {
            std::puts("UNIFORM_CONFORMANCE_DIR is not set: the larger collections are not part of the project");
        }
        return failed == 0 ? 0 : 1;
    } catch (const std::exception &e) {
        std::printf("%s\n", e.what());
        return 2;
    }
}
