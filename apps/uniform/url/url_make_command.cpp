// uniform url make: makes a URL of its parts.

#include <algorithm>
#include <array>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/host.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/host_forms.hpp"
#include "print/json.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "url/commands.hpp"
#include "url/options.hpp"
#include "url/url_fields.hpp"

namespace uniform::cli {

namespace {

struct url_make_command_options : with<common_options, url_edition_option> {
    bool null = false;
    bool json = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&url_make_command_options::null>(
                {output, '0', "null", "", "The result ends with NUL instead of a line end."}),
            option<&url_make_command_options::json>(
                {output, 'j', "json", "", "Print the URL and its parts as one JSON object."}),
        };
    }
};

int unknown_field(std::string_view scheme, std::string_view name) {
    const auto names = url_field_names(scheme);
    if (find_url_scheme(scheme) == nullptr) {
        std::vector<std::string_view> known;
        for (const url_scheme &s : url_schemes()) known.push_back(s.name);
        const std::string near = suggestion(scheme, known);
        return fail(exit_usage,
                    "unknown scheme " + in_quotes(scheme) + (near.empty() ? ": its only field is schemepart" : near));
    }
    std::string says = "unknown field " + in_quotes(name) + " of the scheme " + in_quotes(scheme);
    if (const std::string near = suggestion(name, names); !near.empty()) return fail(exit_usage, says + near);
    says += "; its fields are";
    for (const std::string_view n : names) says += ' ' + std::string{n};
    return fail(exit_usage, says);
}

// draft-ietf-uri-url-06 2.2, RFC 1738 2.2: "All unsafe characters should always be encoded within a URL". The fields
// that are given as written may have escapes, and delimiters of their own; data is encoded by make_url().
std::string safe_part(std::string_view name, std::string_view value, const std::optional<edition> &e) {
    static constexpr std::array as_written{"path", "searchpart", "wpath", "schemepart"};
    if (!e || !is_edition_of_1994(*e) || std::ranges::find(as_written, name) == as_written.end()) {
        return std::string{value};
    }
    using namespace characters;
    constexpr char_set reserved{";/?:@&="};
    std::string out;
    for (const char &c : value) {
        c == '%' ? void(out += c) : encode_append(out, {&c, 1}, alpha | digit | char_set{"$-_.+!*'(),"} | reserved);
    }
    return out;
}

// The fields by name, in the order in which they were first given; what is given again makes a list.
std::expected<std::vector<url_field>, int> fields_of_arguments(const url_make_command_options &o,
                                                               std::string_view scheme) {
    std::vector<url_field> fields;
    const auto names = url_field_names(scheme);
    for (std::size_t i = 1; i < o.arguments.size(); ++i) {
        const std::string_view argument = o.arguments[i];
        const auto equals = argument.find('=');
        if (equals == std::string_view::npos) {
            return std::unexpected{fail(exit_usage, not_of_form(argument, "FIELD=VALUE"))};
        }
        const std::string_view name = argument.substr(0, equals);
        const std::string_view given = argument.substr(equals + 1);
        const std::string value = name == "host" ? ascii_name(given) : safe_part(name, given, o.url_edition);
        if (std::ranges::find(names, name) == names.end()) return std::unexpected{unknown_field(scheme, name)};
        const auto it = std::ranges::find(fields, name, &url_field::name);
        if (it == fields.end()) {
            fields.push_back(url_field::of(std::string{name}, value));
            continue;
        }
        if (it->what == url_field::kind::text) *it = url_field::of_list(std::string{name}, {it->text});
        it->list.emplace_back(value);
    }
    return fields;
}

int rejected(std::string_view scheme, std::span<const url_field> fields, const error &why) {
    if (why.code == error_code::repeated_component) {
        for (const url_field &f : fields) {
            if (f.list.size() < 2 || f.name == "to" || f.name == "cwd") continue;
            return fail(exit_usage, "duplicate field " + in_quotes(f.name) + ": a URL of the scheme " +
                                        in_quotes(scheme) + " has one");
        }
    }
    const auto given = [&](std::string_view name) {
        const auto it = std::ranges::find(fields, name, &url_field::name);
        return it == fields.end() ? std::string_view{} : std::string_view{it->text};
    };
    std::string says = "no URL of the scheme " + in_quotes(scheme) + " has these fields: " + std::string{why.message()};
    if (const std::string cited = citation(why); !cited.empty()) says += " (" + cited + ')';
    const std::string_view host = given("host");
    if (why.rule == rule::host && !host.starts_with('[') && parse_ipv6address(host)) {
        says += "; an IPv6 address is written in brackets: host=[" + std::string{host} + ']';
    } else if (scheme == "file" && given("path").starts_with('/')) {
        says += "; the path begins after the \"/\" that follows the host: path=";
        says += printable(given("path").substr(1));
    }
    return fail(exit_bad_input, says);
}

// RFC 3986 5.2.4, 6.2.2.2: what accesses a URL removes its dot segments, encoded or not, so that no such argument of
// CWD or RETR arrives. By the documents of 1994 they are names.
std::optional<int> refuse_dot_segments(const url_make_command_options &o, std::string_view scheme,
                                       std::span<const url_field> fields) {
    if (!ascii::equal_ignoring_case(scheme, "ftp") || (o.url_edition && is_edition_of_1994(*o.url_edition))) return {};
    const auto refused = [](std::string_view text) { return text == "." || text == ".."; };
    for (const url_field &f : fields) {
        if (f.name != "cwd" && f.name != "name") continue;
        const auto item = std::ranges::find_if(f.list, refused);
        if (item == f.list.end() && !refused(f.text)) continue;
        return fail(exit_bad_input, "no URL of the scheme \"ftp\" has these fields: " + f.name + '=' +
                                        (item == f.list.end() ? f.text : *item) +
                                        " is a dot segment, which is removed before the URL is accessed (" +
                                        uniform::citation("RFC 3986", "5.2.4") +
                                        "); by `--edition url-06` and rfc1738 it is a name");
    }
    return {};
}

int run_url_make(const url_make_command_options &o) {
    const std::string_view scheme = o.arguments.front();
    const auto fields = fields_of_arguments(o, scheme);
    if (!fields) return fields.error();
    if (const auto code = refuse_dot_segments(o, scheme, *fields)) return *code;
    const url_options how{o.url_edition};
    const auto made = make_url(scheme, *fields, how);
    if (!made) return rejected(scheme, *fields, made.error());
    if (!o.json) return print_all(*made + (o.null ? '\0' : '\n'));
    std::string out;
    const auto url = parse_url(*made, how);
    if (!url) return rejected(scheme, *fields, url.error());
    const auto read = fields_of(*url);
    json_object object{out, !are_utf8(read)};
    object.text("url", *made);
    append_url(object, *url, read);
    object.end();
    return print_all(out + (o.null ? '\0' : '\n'));
}

constexpr example url_make_examples[]{
    {"A file with an absolute path", "uniform url make ftp host=host.dom cwd=/etc name=motd"},
    {"A message to two people",
     "uniform url make mailto to=a@example.org to=b@example.org subject='Tea & cake' headers=cc=c@x.org"},
    {"A search", "uniform url make gopher host=h.x gophertype=7 selector=sel search='two words'"},
};

} // namespace

const command url_make_command = command_of<run_url_make>(
    {"url make", "make a URL from its parts", "SCHEME [FIELD=VALUE...]",
     "Prints the URL of that scheme with these parts, encoded as its document requires. The values are data, not yet "
     "encoded, except those that `uniform url parse` prints as written: path, query, searchpart, resource_name, wpath, "
     "schemepart. A field that is a list is repeated for each item, and a field of pairs is written as "
     "FIELD=NAME=VALUE. By url-06 and rfc1738, unsafe characters of what is given as written are encoded (section "
     "2.2). Line breaks in the body of mailto become CR LF (RFC 6068 section 5).\n\n"
     "  data              media_type base64 (true or false) data\n"
     "  file              host path filename (of POSIX, instead of a path)\n"
     "  ftp               user password host port cwd... name typecode\n"
     "  gopher            host port gophertype selector search gopher_plus\n"
     "  http, https       host port path query (before RFC 9110: searchpart)\n"
     "  ldap, ldaps       host port dn attributes... scope filter extensions...\n"
     "  mailto            to... subject body headers... (1994: addr_spec)\n"
     "  news, snews       user password host port group message_id\n"
     "  nntp              user password host port group article\n"
     "  prospero          host port hsoname fields...\n"
     "  telnet            user password host port\n"
     "  wais              host port database search wtype wpath\n"
     "  ws, wss           host port resource_name\n"
     "  others            schemepart\n\n"
     "The exit code is 1 if no URL of the scheme has such parts.",
     url_make_examples});

} // namespace uniform::cli
