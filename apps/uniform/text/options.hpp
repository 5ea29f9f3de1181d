// Options of commands that find identifiers in text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

struct default_scheme_option {
    std::string default_scheme = "http";

    static constexpr auto rows() {
        return std::array{
            option<&read_scheme>({heading::rules, 0, "default-scheme", "NAME",
                                  "The scheme of abbreviated web addresses.", "", "http, as in the 2003 draft"})};
    }

private:
    static option_status read_scheme(default_scheme_option &o, const option_text & /*text*/, std::string_view value);
};

// The rules by which a text without delimiters around it is a URI.
struct text_rules {
    found_schemes schemes = found_schemes::likely;
    bool join_lines = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            choice<&text_rules::schemes, found_schemes::likely, found_schemes::registered, found_schemes::any>(
                {rules, 0, "schemes", "WHICH",
                 "Which schemes a URI without delimiters around it can have: likely, any scheme before \"://\", and "
                 "those "
                 "that are common in text; registered, those of IANA's registry; any, all of them.",
                 "likely registered any"}),
            option<&text_rules::join_lines>(
                {rules, 0, "join-lines", "",
                 "Continue a URI after a line end if it has no delimiters around it and the "
                 "next line is indented further."}),
        };
    }
};

// The options of `uniform find`.
struct find_uris_options
    : with<common_options, text_rules, default_scheme_option, colour_option, quiet_option, progress_option> {
    // input
    bool html = false;
    bool plain_text = false;
    bool null = false;
    uniform::edition edition = uniform::edition::rfc3986;
    bool iris = false;
    std::uint32_t max_length = 16U << 20;
    std::optional<std::string> base;
    std::vector<std::string> content_locations;
    std::vector<std::string> retrieved;
    bool typed = false;
    // rules
    bool abbreviated = false;
    bool resolve = false;
    // output
    bool unique = false;
    bool json = false;

    [[nodiscard]] char terminator() const noexcept { return null ? '\0' : '\n'; }
    // The edition of the generic syntax, or that of 1994.
    [[nodiscard]] uniform::edition syntax() const noexcept {
        if (is_edition_of_1994(edition)) return edition;
        return iris ? uniform::edition::rfc3987 : generic(edition);
    }

    static constexpr auto rows() {
        using enum heading;
        using self = find_uris_options;
        return std::array{
            option<&self::html>({input, 0, "html", "",
                                 "The input is HTML. Without it and --text, a file is read as HTML if it begins like "
                                 "HTML."}),
            option<&self::plain_text>({input, 0, "text", "", "The input is plain text."}),
            option<&self::null>({input, '0', "null", "", "Results end with NUL instead of a line end."}),
            named<&self::edition, edition_of_use<edition_use::find>>(
                {input, 'e', "edition", "EDITION",
                 "The edition whose grammar and rules apply; by an edition of URNs, URIs are those of RFC 3986, and "
                 "urnbis-16 and urnbis-14 refuse relative references against a URN. By url-06 (draft-ietf-uri-url-06) "
                 "and rfc1738, URLs are found by the grammar of their schemes, in plain text: there are no relative "
                 "references, and a fragment identifier is no part of a URL.",
                 editions_of<edition_use::find>}),
            option<&store_kind<self>>(kind_text),
            number<&self::max_length, 1, 0xFFFFFFFE, counted::bytes>(
                {input, 0, "max-length", "BYTES",
                 "Leave out URIs that are longer, with the white space inside; K, M and G may follow the number."}),
            option<&self::base>({input, 'b', "base", "URI",
                                 "The base URI of the application, if the document and its origin give none (RFC 3986 "
                                 "section 5.1.4)."}),
            option<&self::content_locations>(
                {input, 0, "content-location", "URI",
                 "The base URI given by the entity around the document, as by Content-Location or Content-Base (RFC "
                 "3986 section 5.1.2). May be repeated, from the inner entity to the outer."}),
            option<&self::retrieved>({input, 0, "retrieved", "URI",
                                      "The URI by which the document was retrieved (RFC 3986 section 5.1.3). May be "
                                      "repeated: the targets of redirects."}),
            option<&self::typed>({input, 0, "typed", "",
                                  "The URIs of --base, --content-location and --retrieved are as people type them: "
                                  "remove white space, angle brackets, quotation marks and \"URL:\" around them. In "
                                  "texts, these are always removed."}),
            option<&self::abbreviated>({rules, 0, "abbreviated", "",
                                        "Also find abbreviated references such as www.w3.org/Addressing/, and complete "
                                        "them (2003 draft, appendix F). They are guesses and marked as such."}),
            option<&self::resolve>({rules, 'r', "resolve", "", "Print the references resolved against the base URI."}),
            option<&self::unique>({output, 'u', "unique", "", "Print each result only once, the first time."}),
            option<&self::json>({output, 'j', "json", "", "Print one JSON object a line."}),
        };
    }
};

} // namespace uniform::cli
