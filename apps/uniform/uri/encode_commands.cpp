// uniform encode and decode: data as the text of a component, and back.

#include <algorithm>
#include <array>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/data_place.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/safe_path.hpp>

#include "print/json.hpp"
#include "print/words.hpp"
#include "run/base_option.hpp"
#include "run/diagnostics.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/options.hpp"
#include "uri/query_reading.hpp"

namespace uniform::cli {

namespace {

// The characters that the text of a place may have beside percent-encodings.
char_set characters_of(data_place place, const query_options &q) {
    char_set all = allowed(production_of(place));
    if (place == data_place::user) all = all - char_set{":"};
    if (place != data_place::parameter) return all;
    all = all - char_set{std::string_view{&q.separator, 1}};
    return q.semicolon ? all - char_set{";"} : all; // "=" may be a part of a value and the others of a key
}

using encode_options = with<batch_options, zone_ids_option, query_reading, on_error_row>;

struct decode_options : with<batch_options, zone_ids_option, query_reading, on_error_row> {
    std::optional<std::string> below;
    std::optional<file_names> names;

    static constexpr auto rows() {
        return std::array{
            option<&decode_options::below>(
                {heading::rules, 0, "below", "FOLDER",
                 "Print the name of the file that a path names below FOLDER. A path that could lead elsewhere, or be "
                 "taken for another, is reported: by \"..\", an encoded \"/\", control or invisible characters, "
                 "another "
                 "decoding, or a name that --file-names does not permit (RFC 3986 section 7.3)."}),
            choice<&decode_options::names, file_names::portable, file_names::posix>(
                {heading::rules, 0, "file-names", "KIND",
                 "The names that --below permits: portable, which mean the same file on Windows too (no \"\\\", \":\", "
                 "*, ?, <, >, | or quotation mark, no device such as \"con\", no short name such as PROGRA~1, no \".\" "
                 "or space at the end, no \".\" (except in /.well-known), \"-\" or space at the beginning, nothing "
                 "that Windows or NFKC turns into \"/\", \"\\\", \":\" or \".\", or that resembles one), or all of "
                 "POSIX.",
                 "portable posix", "portable"})};
    }
};

constexpr std::string_view zone_needs_option =
    "an IPv6 address with a zone (RFC 6874) is not of RFC 3986; --zone-ids permits it";

// RFC 3986 3.3: these say where a path leads.
bool is_dot_segment(std::string_view data) { return data == "." || data == ".."; }

// Whether decode_host() refused a name because its data would be an IP-literal.
bool names_an_address(std::string_view host, const error &why) {
    return why.code == error_code::invalid_character && why.offset < host.size() &&
           host[static_cast<std::size_t>(why.offset)] == '%';
}

// The offset of the zone in the text of a host, if no option permits one.
std::optional<std::size_t> unwanted_zone(std::string_view host, bool permitted) {
    if (permitted || !host.starts_with('[')) return std::nullopt;
    const std::size_t zone = host.find('%');
    return zone == std::string_view::npos ? std::nullopt : std::optional{zone};
}

// Rejects what this command refuses, though it may be text or data of the component: why, and by which rule.
void reject_by_rule(const batch_options &o, work &w, const input &r, const error &why, std::string_view says) {
    reject(
        o, w, {.input = r.index, .why = why, .message = std::string{says} + " (" + citation(why) + ")", .text = r.text},
        [&] { append_rejected(w.out, r.text, why, says); }, [&] { keep_unchanged(o, w, r); });
}

class encode_run : public batch_job {
public:
    encode_run(const encode_options &o, data_place place) : options_{o}, place_{place} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            if (r.text.size() > options_.max_length) {
                return reject(options_, w, r, {options_.max_length, error_code::too_long, rule::none});
            }
            const auto text = encode_data(r.text, place_, options_.query);
            if (!text && text.error().rule == rule::segment)
                return reject_by_rule(options_, w, r, text.error(), "\".\" and \"..\" have no encoding as a segment");
            if (!text && text.error().rule == rule::ipv6address)
                return reject_by_rule(options_, w, r, text.error(),
                                      "the data of an IPv6 address has no brackets: encoding adds them");
            if (!text) return reject(options_, w, r, text.error());
            if (const auto zone = unwanted_zone(*text, options_.zone_ids); zone && place_ == data_place::host)
                return reject(options_, w, r, {r.text.find('%'), error_code::invalid_ip_literal, rule::none},
                              zone_needs_option);
            if (options_.json) {
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", true).text("encoded", *text).end_line();
                return;
            }
            w.out += *text;
            w.out += options_.terminator();
        });
    }

    [[nodiscard]] std::string_view input_noun() const override {
        return place_ == data_place::path ? std::string_view{} : "data";
    }

private:
    const encode_options &options_;
    data_place place_;
};

class decode_run : public batch_job {
public:
    decode_run(const decode_options &o, data_place place)
        : options_{o}, place_{place}, spaces_{o.query.plus}, allowed_{characters_of(place, o.query)} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            if (r.text.size() > options_.max_length) {
                return reject(options_, w, r, {options_.max_length, error_code::too_long, rule::none});
            }
            auto data = place_ == data_place::host ? decode_host(r.text) : decoded_text(r.text);
            if (!data && place_ == data_place::host && names_an_address(r.text, data.error()))
                return reject_by_rule(options_, w, r, data.error(),
                                      "a name that decodes to an IP address is another host");
            if (!data) return reject(options_, w, r, data.error());
            if (place_ == data_place::segment && is_dot_segment(*data)) {
                return reject_by_rule(options_, w, r, {0, error_code::invalid_character, rule::segment},
                                      "\".\" and \"..\" are no data: they say where a path leads");
            }
            if (const auto zone = unwanted_zone(r.text, options_.zone_ids); zone && place_ == data_place::host)
                return reject(options_, w, r, {*zone, error_code::invalid_ip_literal, rule::none}, zone_needs_option);
            if (options_.below) {
                auto file = safe_join(*options_.below, r.text, options_.names.value_or(file_names::portable));
                if (!file) return reject_unsafe(w, r, file.error());
                data = *std::move(file);
            }
            if (options_.json) {
                json_object object{w.out, !is_utf8(*data)};
                object.text("input", r.text).boolean("valid", true).text("decoded", *data).end_line();
                return;
            }
            append_unchanged(options_, w.out, *data);
            w.out += options_.terminator();
        });
    }

    [[nodiscard]] std::string_view input_noun() const override {
        return place_ == data_place::path ? std::string_view{} : "text of a component";
    }

private:
    [[nodiscard]] std::expected<std::string, error> decoded_text(std::string_view text) const {
        const auto at = std::ranges::find_if_not(text, [&](char c) { return c == '%' || allowed_.contains(c); });
        auto data = decode(text, spaces_);
        const auto offset = static_cast<std::uint64_t>(at - text.begin());
        if (at == text.end() || (!data && data.error().offset <= offset)) return data;
        return std::unexpected{error{offset, error_code::invalid_character, production_of(place_)}};
    }

    // RFC 3986 7.3 has the risks; they are no production.
    void reject_unsafe(work &w, const input &r, const unsafe_path &unsafe) const {
        const error why{unsafe.offset, error_code::invalid_character, rule::none};
        const std::string_view says = message(unsafe.risk);
        reject(
            options_, w,
            {.input = r.index, .why = why, .message = std::string{says} + " (RFC 3986 section 7.3)", .text = r.text},
            [&] {
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", false);
                json_object inner = object.object("error");
                inner.text("code", to_string(unsafe.risk)).number("offset", unsafe.offset).null("rule");
                inner.text("document", "RFC 3986").text("section", "7.3").text("message", says).end();
                object.end_line();
            },
            [&] { keep_unchanged(options_, w, r); });
    }

    const decode_options &options_;
    data_place place_;
    plus spaces_;
    char_set allowed_;
};

constexpr std::string_view list_of_places = joined_names<data_place_names, ", ">;

template <class Job, class Options>
int run_coding(const Options &o) {
    if (o.arguments.empty()) return usage_error(o, "missing component: one of " + std::string{list_of_places});
    const std::string &name = o.arguments.front();
    const auto place = data_place_from_string(name);
    if (!place) {
        const std::string near = suggestion(name, data_place_names.names());
        return usage_error(o, "unknown component " + in_quotes(name) +
                                  (near.empty() ? "; the components are " + std::string{list_of_places} : near));
    }
    if constexpr (std::is_same_v<Options, decode_options>) {
        if (o.below && *place != data_place::path) return usage_error(o, "--below is for the component path");
        if (o.names && !o.below) return usage_error(o, "--file-names requires --below");
    }
    const bool list = *place == data_place::parameter;
    if (o.query.plus == plus::as_space && !list && *place != data_place::query)
        return usage_error(o, "--form is for the components query and parameter");
    if ((o.query.semicolon || o.query.separator != query_options{}.separator) && !list)
        return usage_error(o, "--query-separator is for the component parameter");
    if (o.zone_ids && name != "host") return usage_error(o, "--zone-ids is for the component host");
    if (is_input_missing(o, 1)) return usage_error(o, missing_input("text"));
    Job job{o, *place};
    return run_batch(o, job, 1);
}

int run_encode(const encode_options &o) { return run_coding<encode_run>(o); }
int run_decode(const decode_options &o) {
    // Among the names of files there must be no path that was refused.
    if (o.below && o.policy == on_error::keep) return usage_error(o, exclusive("--below", "--on-error keep"));
    return run_coding<decode_run>(o);
}

constexpr example encode_examples[]{
    {"A name with a slash as one segment of a path", "uniform encode segment 'a/b c'"},
    {"A value of a query, as forms send it", "uniform encode parameter --form 'fish & chips'"},
    {"A list of passwords", "uniform encode password < passwords.txt"},
};
constexpr example decode_examples[]{
    {"A segment of a path", "uniform decode segment a%2Fb%20c"},
    {"A value of a query, as forms send it", "uniform decode parameter --form fish+%26+chips"},
    {"The file that a path of a request names", "uniform decode path --below /srv/www /a%20b.html /..%2Fetc/passwd"},
    {"Octets that are no text, for programs", "uniform decode fragment --json %FF%00"},
};

} // namespace

const command encode_command = command_of<run_encode>(
    {"encode", "percent-encode data for a component", "COMPONENT [DATA...]",
     "Prints each input, which is data, as text of the component: characters that it cannot have there, \"%\", and "
     "octets beyond US-ASCII are percent-encoded (RFC 3986 section 2.1). COMPONENT is one of user, password, host, "
     "path, segment, query, parameter and fragment. A path and a query keep their delimiters; a segment and a "
     "parameter, a key or a value of a query, have none. A host that is an IPv6 address gets brackets; one with a zone "
     "requires --zone-ids. --form is for "
     "queries and parameters, --query-separator for parameters. `uniform decode` with the same component and options "
     "gives the data back; what it could not give back is reported: a segment \".\" or \"..\", a host that is not "
     "UTF-8 "
     "or is an IPv6 address with its brackets. The text is one component: a path a:b or //x is valid "
     "behind a scheme or a host, but a reference that begins with it would have the scheme a, or the host x; `uniform "
     "edit --new --set-decoded path=DATA` writes a%3Ab, and refuses //x.",
     encode_examples});

const command decode_command = command_of<run_decode>(
    {"decode", "decode the percent-encoding of a component", "COMPONENT [TEXT...]",
     "Prints the data of each input, which is text of the component, once decoded (RFC 3986 section 2.4). Text that "
     "the "
     "component cannot be is reported, and what has no data: a segment that is \".\" or \"..\", a host that is not "
     "UTF-8, "
     "or that is a name and would become an IP address. `uniform encode` makes text of the data that stands for the "
     "same again; in a path and a query, an encoded delimiter becomes one. COMPONENT is one of user, password, host, "
     "path, segment, query, parameter and "
     "fragment. --form is for queries and parameters, --query-separator for parameters. The data may be octets that "
     "are no text: on a "
     "terminal "
     "they are escaped, and in JSON \"bytes\": true says that each character up to U+00FF is one octet.",
     decode_examples});

} // namespace uniform::cli
