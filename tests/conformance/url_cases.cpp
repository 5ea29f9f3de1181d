#include "conformance/url_cases.hpp"

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/access_plan.hpp>
#include <uniform/url/url.hpp>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace conformance {

namespace {

using nlohmann::json;
using std::string;
using std::string_view;

string in_json(const json &value) { return value.dump(-1, ' ', true, json::error_handler_t::replace); }

string why(const uniform::error &e) {
    return "error at " + std::to_string(e.offset) + " (" + string(e.message()) + ", " + string(to_string(e.rule)) + ")";
}

verdict differ(const string &what, const json &expected, const json &got) {
    if (expected == got) return std::nullopt;
    return what + ": expected " + in_json(expected) + ", got " + in_json(got);
}

// "iana-default-port" asks for the scheme's current standard.
uniform::url_options options_of(const json &c) {
    const string spec = c.at("spec").get<string>();
    if (spec == "iana-default-port") return {};
    const auto edition = uniform::edition_from_string(spec);
    if (!edition) throw std::runtime_error("unknown spec " + spec);
    return {.edition = edition};
}

// IANA's schemes, and "nntps", which is none of them: a service of that name has the port (RFC 5538 8.1).
const uniform::scheme_registry &schemes() {
    static const uniform::scheme_registry all = [] {
        uniform::scheme_registry extended;
        if (!extended.add({.name = "nntps", .default_port = 563, .default_port_source = "RFC 5538"}))
            throw std::runtime_error("cannot add nntps");
        return extended;
    }();
    return all;
}

// Decoded bytes that are no UTF-8 are written as everywhere in these files: a character for each byte.
string as_text(const string &value) {
    if (uniform::is_utf8(value)) return value;
    string wide;
    for (const char c : value) {
        const auto u = static_cast<unsigned char>(c);
        if (u >= 0x80) wide += static_cast<char>(0xC0 | u >> 6);
        wide += static_cast<char>(u < 0x80 ? u : 0x80 | (u & 0x3F));
    }
    return wide;
}

json value_of(const uniform::url_field &f) {
    using kind = uniform::url_field::kind;
    switch (f.what) {
    case kind::text:
        return as_text(f.text);
    case kind::number:
        return f.number;
    case kind::boolean:
        return f.number != 0;
    case kind::list:
        return f.list;
    case kind::pair_list: {
        json pairs = json::array();
        for (const auto &[name, value] : f.pair_list) pairs.push_back({name, value});
        return pairs;
    }
    default:
        return nullptr;
    }
}

// The collections write some parts in more than one shape: a list of one as a text, pairs as an object (which asserts
// no more than it names), a filename under its system's name.
class asserted_parts {
public:
    asserted_parts(const json &c, const uniform::url_view &url) : case_{c}, url_{url}, fields_{fields_of(url)} {}

    string differences() {
        string all;
        for (const auto &[name, expected] : case_.at("expect").items()) {
            if (name == "os") continue;
            if (const auto v = check(name, expected)) all += (all.empty() ? "" : "; ") + *v;
        }
        return all;
    }

private:
    verdict check(const string &name, const json &expected) {
        if (name == "filename" || name == "vms") return differ(name, expected, filename_of(name));
        const auto it = std::ranges::find(fields_, name, &uniform::url_field::name);
        // One address is called addr_spec by the documents of 1994, and is all of `to` by RFC 6068.
        if (it == fields_.end() && name == "addr_spec") return check("to", expected);
        if (it == fields_.end()) return missing(name, expected);
        const json got = value_of(*it);
        if (name == "port" && got.is_null()) return missing(name, expected); // news without a server
        if (name == "user" && expected.is_null() && !got.is_null()) { // none in the URL; "anonymous" is the client's
            return differ("user_given", false, value_of(field("user_given")));
        }
        if (it->what == uniform::url_field::kind::pair_list && expected.is_object()) {
            return check_pairs(name, expected, it->pair_list);
        }
        if (got.is_array() && expected.is_string()) {
            string joined;
            for (const json &one : got) joined += (joined.empty() ? "" : ",") + one.get<string>();
            return differ(name, expected, joined);
        }
        if (name == "extensions") return differ(name, expected, extensions_as(expected, got));
        return differ(name, expected, got);
    }

    // A scheme of which only the generic syntax is known has a port all the same.
    verdict missing(const string &name, const json &expected) {
        if (name == "port" && case_.at("spec") == "iana-default-port") {
            const auto generic = uniform::parse_uri(text_of(url_));
            const uniform::scheme_info *known = generic ? schemes().find(generic->scheme()) : nullptr;
            if (known != nullptr && known->default_port && !generic->port()) {
                return differ(name, expected, *known->default_port);
            }
        }
        if (name == "secure") return differ(name, expected, false); // the scheme has no secure variant
        return name + ": the scheme has no such part";
    }

    static verdict check_pairs(const string &what, const json &expected, const uniform::url_field::pairs &pairs) {
        for (const auto &[name, value] : expected.items()) {
            const string wanted = name;
            const auto it = std::ranges::find(pairs, wanted, [](const auto &p) { return p.first; });
            if (auto v = differ(what + " " + name, value, it == pairs.end() ? json() : json(it->second))) return v;
        }
        return std::nullopt;
    }

    // [["name", "value"]] and {"name": "value"} for "name=value".
    static json extensions_as(const json &expected, const json &got) {
        const bool as_object = expected.is_object();
        if (!as_object && (!expected.is_array() || expected.empty() || !expected.front().is_array())) return got;
        json shaped = as_object ? json::object() : json::array();
        for (const json &one : got) {
            const string whole = one.get<string>();
            const auto equals = whole.find('=');
            const string value = equals == string::npos ? "" : whole.substr(equals + 1);
            if (as_object) {
                shaped[whole.substr(0, equals)] = value;
            } else {
                shaped.push_back({whole.substr(0, equals), value});
            }
        }
        return shaped;
    }

    json filename_of(const string &name) const {
        const json &expect = case_.at("expect");
        const string os = name == "vms" ? "vms" : expect.value("os", case_.value("os", "unix"));
        const auto system = os == "vms"       ? uniform::file_system::vms
                            : os == "windows" ? uniform::file_system::windows
                                              : uniform::file_system::posix;
        const auto *file = std::get_if<uniform::fileurl_view>(&url_);
        if (file == nullptr) return "no file URL";
        const auto found = filename(*file, system);
        return found ? json(*found) : json();
    }

    const uniform::url_field &field(string_view name) const {
        const auto it = std::ranges::find(fields_, name, &uniform::url_field::name);
        if (it == fields_.end()) throw std::runtime_error("no field " + string(name));
        return *it;
    }

    const json &case_;
    const uniform::url_view &url_;
    std::vector<uniform::url_field> fields_;
};

} // namespace

verdict url_scheme(const json &c) {
    const string input = c.at("input").get<string>();
    const string what = "url " + c.at("spec").get<string>() + " " + in_json(input);
    const auto url = uniform::parse_url(input, options_of(c));
    const bool valid = c.at("valid").get<bool>();
    if (url.has_value() != valid) {
        return what + ": expected " + (valid ? "valid" : "invalid") + ", got " + (url ? "valid" : why(url.error()));
    }
    if (!valid) return std::nullopt;
    const string differences = asserted_parts{c, *url}.differences();
    return differences.empty() ? verdict{} : what + ": " + differences;
}

verdict ftp_plan(const json &c) {
    const string url = c.at("url").get<string>();
    const string what = "ftp plan " + in_json(url);
    const auto plan = uniform::plan_access(url, {.url = {.edition = uniform::edition::url_06}});
    if (!plan) return what + ": " + why(plan.error());
    // 3.2.3: without a typecode the client guesses, which the cases leave out; RFC 959 5.3: codes are in any case.
    const bool typed = std::ranges::any_of(c.at("commands"), [](const json &one) { return one.at(0) == "TYPE"; });
    json commands = json::array();
    for (const auto &[command, argument] : plan->steps) {
        if (command == "USER" || command == "PASS") continue; // they are under "login"
        if (command == "TYPE" && !typed) continue;
        const string sent = argument.value_or("");
        commands.push_back({command, command == "TYPE" ? uniform::ascii::lower_copy(sent) : sent});
    }
    if (auto v = differ(what, c.at("commands"), commands)) return v;
    const json &login = c.at("login");
    if (auto v = differ(what + ", user", login.at("user"), plan->user.value_or(""))) return v;
    string password = plan->password.value_or("");
    if (plan->login == uniform::credentials::anonymous) password = "e-mail address of the user";
    if (plan->login == uniform::credentials::ask_password) password = "prompt if asked for";
    return differ(what + ", password", login.at("password"), password);
}

verdict gopher_request(const json &c) {
    const string url = c.at("url").get<string>();
    const string what = "gopher request " + in_json(url);
    const auto parsed = uniform::parse_gopherurl(url, {.edition = uniform::edition::url_06});
    if (!parsed) return what + ": " + why(parsed.error());
    return differ(what, c.at("sent"), uniform::gopher_request(parts_of(*parsed)));
}

verdict gopher_plus_string(const json &c) {
    const string input = c.at("input").get<string>();
    const string what = "gopher+ " + in_json(input);
    const auto decoded = uniform::decode(input);
    if (!decoded) return what + ": " + why(decoded.error());
    const uniform::gopher_plus read = uniform::read_gopher_plus(*decoded);
    const auto maybe = [](const auto &text) { return text ? json(*text) : json(); };
    const bool item = read.of == uniform::gopher_plus::scope::item;
    const json got{
        {"kind", to_string(read.what)},         {"view", maybe(read.view)}, {"language", maybe(read.language)},
        {"scope", item ? "item" : "directory"}, {"names", read.names},      {"answers", read.answers}};
    for (const auto &[name, value] : got.items()) {
        if (!c.contains(name)) continue;
        if (auto v = differ(what + " " + name, c.at(name), value)) return v;
    }
    // And back again.
    const auto written = uniform::write_gopher_plus(read);
    if (!written) return what + ", written again: " + why(written.error());
    return differ(what + ", written again", *decoded, *written);
}

verdict default_port(const json &c) {
    const string scheme = c.at("scheme").get<string>();
    const uniform::scheme_info *known = uniform::scheme_registry::standard().find(scheme);
    return differ("default port of " + scheme, c.at("port"),
                  known != nullptr && known->default_port ? json(*known->default_port) : json());
}

verdict scheme_case(const json &c) {
    const string a = c.at("a").get<string>();
    const string b = c.at("b").get<string>();
    const bool same_scheme = uniform::find_url_scheme(a) == uniform::find_url_scheme(b);
    const bool same_entry =
        uniform::scheme_registry::standard().find(a) == uniform::scheme_registry::standard().find(b);
    if (auto v = differ("the two registries on " + a + " and " + b, same_scheme, same_entry)) return v;
    return differ("scheme " + a + " and " + b, c.at("equivalent"), same_scheme);
}

verdict scheme_name(const json &c) {
    const string input = c.at("input").get<string>();
    const string what = "scheme of " + in_json(input);
    const auto url = uniform::parse_url(input, {.edition = uniform::edition::url_06});
    const bool valid = c.at("valid").get<bool>();
    if (url.has_value() != valid) {
        return what + ": expected " + (valid ? "valid" : "invalid") + ", got " + (url ? "valid" : why(url.error()));
    }
    if (!valid) return std::nullopt;
    string scheme = input.substr(0, input.find(':'));
    std::ranges::transform(scheme, scheme.begin(), [](char l) { return l >= 'A' && l <= 'Z' ? char(l | 0x20) : l; });
    return differ(what, c.at("scheme"), scheme);
}

} // namespace conformance
