// uniform name show, list and resolve.

#include <expected>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/defined_components.hpp>
#include <uniform/resolver/f_component.hpp>
#include <uniform/resolver/search_terms.hpp>
#include <uniform/urn/urn.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/typed_arguments.hpp"
#include "run/urn_edition.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/name_options.hpp"
#include "service/name_record.hpp"
#include "service/name_text.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

using name_show_options = with<service_options, json_row, as_of_option>;

int show_one_name(const name_show_options &o) {
    return call_service(
        o, {.path = path_of_name(o.arguments[0], query_of({{"as_of", o.as_of}}))},
        [](const json::value &n) { show_name_of(n, member_of(n, "responsible")); }, o.arguments[0]);
}

struct list_options : with<service_options, json_row, limit_row, selection_options> {
    std::optional<std::string> search;
    std::optional<std::string> url;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&list_options::search>({rules, 0, "search", "WORDS",
                                           "Only names that have all these words in their key, metadata, locators or "
                                           "other names, in the order of "
                                           "their last changes. Needs the index of `uniform store index`."}),
            option<&list_options::url>({rules, 0, "url", "URL", "Only names that have this locator. Needs the index."}),
        };
    }
};

int list_names(const list_options &o) {
    if (o.search && o.url) return fail(exit_usage, "--search and --url exclude each other");
    if (o.search) {
        // Other punctuation separates words; who writes these expects something of them.
        if (const auto sign = o.search->find_first_of("*\""); sign != std::string::npos) {
            return usage_error(
                o, "--search: " + std::string{(*o.search)[sign] == '*' ? "\"*\"" : "a quotation mark"} +
                       " has no meaning in a search: it finds names that have all the words, as whole words");
        }
        if (resolver::search_words(*o.search).empty()) {
            return usage_error(o, "--search: a search needs a word: letters or digits");
        }
    }
    if (o.url && o.url->empty()) return usage_error(o, "--url: the URL is empty");
    return list_from_service(
        o,
        "/api/v1/names" +
            query_of(
                {{"q", o.search.value_or("")}, {"url", o.url.value_or("")}, {"prefix", o.prefix}, {"state", o.state}}),
        [](const json::value &n) {
            std::cout << printable(member_of(n, "name")) << '\t' << member_of(n, "state");
            if (const json::array &locators = list_in(n, "locators"); !locators.empty())
                std::cout << '\t' << printable(member_of(locators.front(), "url"));
            std::cout << '\n';
        },
        {}, o.prefix);
}

struct resolve_name_options : with<service_options, json_row, urn_edition_option> {
    std::string service;
    std::optional<std::string> accept;
    std::optional<std::string> language;
    bool explain = false;

    static constexpr auto rows() {
        using enum heading;
        using self = resolve_name_options;
        return std::array{
            option<&self::service>({rules, 0, "service", "SERVICE",
                                    "The resolution service of RFC 2483: I2L, I2Ls, I2C, I2Ns, ...", "", "I2L"}),
            option<&self::accept>({rules, 0, "accept", "TYPE",
                                   "The preferred media type of the locator, as in the field Accept.", "", "any"}),
            option<&self::language>({rules, 0, "language", "TAG", "The preferred language of the locator.", "", "any"}),
            option<&self::explain>({output, 0, "explain", "", "Explain for each locator why it was chosen or not."}),
        };
    }
};

// A result of the service: a URL, names, true or false, or metadata.
void show_value(const json::value &v) {
    if (v.is_string())
        std::cout << printable(*v.if_string()) << '\n';
    else if (v.find("url") != nullptr)
        std::cout << printable(member_of(v, "url")) << '\n';
    else
        std::cout << printable_json(v) << '\n';
}

// RFC 8141 2.3.3: the client applies the f-component to the URLs of the resource; by the drafts it copies it.
void apply_f_component(json::value &body, std::string_view uri, std::string_view f, edition e) {
    const auto apply = [&](json::value &object, std::string_view member) {
        const json::value *const url = object.find(member);
        if (url != nullptr && url->is_string()) object.set(member, resolver::with_f_component(*url->if_string(), f, e));
    };
    if (body.find("uri") != nullptr) body.set("uri", uri);
    apply(body, "location"); // of --explain
    const std::string_view service = body.string_of("service");
    if (service == "I2L" || service == "I2R") apply(body, "result");
    if (service != "I2Ls" && service != "I2Rs") return;
    json::value locators = *body.find("result");
    if (json::array *const all = locators.if_array()) {
        for (json::value &l : *all) apply(l, "url");
    }
    body.set("result", std::move(locators));
}

// Drafts -16 and -14, Appendix A: the f-component is not sent, so that the client asks which ones the namespace
// defines. The service refuses a text that is no URN.
int check_f_component(service_call &call, std::string_view uri, std::string_view f) {
    const auto u = parse_urn(uri);
    if (!u) return exit_good;
    json::value settings;
    std::string etag;
    const std::string path = "/api/v1/namespaces/" + http::path_segment(ascii::lower_copy(u->nid()));
    if (const int code = call.get(path, settings, etag, true); code != exit_good) return code;
    const json::value *const value = settings.find("components");
    if (value == nullptr) return exit_good;
    const auto defined = resolver::defined_components::read(*value);
    const auto p = defined ? defined->refuse(settings.string_of("nid"), 'f', f) : std::nullopt;
    return p ? fail(exit_bad_input, p->detail + " (" + p->rule + ")") : exit_good;
}

// The URN that the service is asked for: it reads RFC 8141, so that a URN of another edition is converted. The service
// refuses a text that is no URN of RFC 8141.
std::expected<std::string, int> in_syntax_of_service(const std::string &text, edition e) {
    if (e == edition::rfc8141) return text;
    const auto refuse = [&](const error &why) {
        std::string says = "uniform: " + message(why, text);
        if (const std::string cites = citation(why); !cites.empty()) says += " (" + cites + ')';
        says += '\n';
        append_caret(says, why, text, {.caret = true});
        print_message(says);
        return std::unexpected{exit_bad_input};
    };
    const auto u = parse_urn(text, {e});
    if (!u) return refuse(u.error());
    auto converted = convert(*u, edition::rfc8141);
    if (!converted) return refuse(converted.error());
    return std::move(*converted).text();
}

int resolve_name(const resolve_name_options &o) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    const auto urn = in_syntax_of_service(o.arguments[0], o.urn_edition);
    if (!urn) return urn.error();
    const auto parts = resolver::split_f_component(*urn);
    if (parts.f_component) {
        if (const int code = check_f_component(*call, parts.sent, *parts.f_component); code != exit_good) return code;
        call->change_bodies(
            [&](json::value &body) { apply_f_component(body, *urn, *parts.f_component, o.urn_edition); });
    }
    const std::string name = http::path_segment(parts.sent);
    if (o.explain) {
        return call->run(
            {.path = "/api/v1/explain/" + name +
                     query_of({{"accept", o.accept.value_or("")}, {"accept_language", o.language.value_or("")}})},
            [](const json::value &body) { std::cout << printable_json(body) << '\n'; }, *urn);
    }
    http::api_request r{.path = "/api/v1/resolve/" + name + query_of({{"service", o.service}})};
    if (o.accept) r.fields.emplace_back("Accept", *o.accept);
    if (o.language) r.fields.emplace_back("Accept-Language", *o.language);
    return call->run(
        r,
        [](const json::value &body) {
            const json::value *const result = body.find("result");
            if (result == nullptr)
                show_value(body);
            else if (result->is_array())
                for (const json::value &v : result->elements()) show_value(v);
            else
                show_value(*result);
        },
        *urn);
}

constexpr example name_show_examples[]{
    {"As it is, and as it was at the beginning of the year",
     "uniform name show urn:example:a; uniform name show --as-of 2026-01-01 urn:example:a"},
};
constexpr example list_examples[]{
    {"All withdrawn names of a namespace", "uniform name list --prefix urn:example: --state withdrawn"},
    {"Names by the words of their titles", "uniform name list --search 'forest lakes'"},
    {"Names by a locator", "uniform name list --url https://archive.example/1"},
};
constexpr example resolve_examples[]{
    {"Its locator", "uniform name resolve urn:example:a"},
    {"Why is it this one?", "uniform name resolve --explain urn:example:a"},
    {"Its other names", "uniform name resolve --service I2Ns urn:example:a"},
};

} // namespace

const command name_show_command = command_of<run_typed<show_one_name>>(
    {"name show", "show a name record", "URN",
     "Shows the name record as it is, or with --as-of as it was: the registrar is the one that assigned the name; who "
     "is responsible is shown if that is another one, for example after a transfer.",
     name_show_examples});

const command name_list_command =
    command_of<run_typed<list_names>>({"name list", "list names", "",
                                       "Lists names in the order of their keys, or of their last changes if they are "
                                       "searched: the name, its state, and its "
                                       "first locator.",
                                       list_examples});

const command name_resolve_command = command_of<run_typed<resolve_name>>(
    {"name resolve", "resolve a name", "URN",
     "Requests a resolution service of RFC 2483 and prints its result: for I2L the locator that is chosen. The "
     "q-component of the URN becomes the query of a locator; the f-component is not sent, but becomes its fragment, "
     "unless the locator has one. By the drafts (--edition), it replaces that one, too.",
     resolve_examples});

} // namespace uniform::cli
