// uniform iri to-uri and to-iri.

#include <uniform/uri/iri.hpp>

#include "print/host_forms.hpp"
#include "print/json.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

namespace {

struct to_uri_options : with<batch_options, zone_ids_option, on_error_row> {
    bool idna = false;

    static constexpr auto rows() {
        return std::array{option<&to_uri_options::idna>({heading::rules, 0, "idna", "",
                                                         "Write host names beyond US-ASCII as the DNS stores them, in "
                                                         "A-labels, and reject hosts that are no such names; without "
                                                         "it, they are percent-encoded."})};
    }
};
struct to_iri_options : with<batch_options, zone_ids_option, on_error_row> {
    bool idna = false;

    static constexpr auto rows() {
        return std::array{option<&to_iri_options::idna>(
            {heading::rules, 0, "idna", "",
             "Write A-labels as U-labels, except those that people would take for something else. `uniform iri to-uri "
             "--idna` leads back."})};
    }
};

// The conversion of each input, which must match IRI-reference or URI-reference.
template <class Options, edition From>
class conversion_run : public batch_job {
public:
    explicit conversion_run(const Options &o) : options_{o}, parse_{From, o.max_length, o.zone_ids} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto parsed = parse_uri_reference(r.text, parse_);
            if (!parsed) return reject(options_, w, r, parsed.error());
            const auto converted = conversion(*parsed);
            if (!converted) return reject(options_, w, r, converted.error().why, converted.error().says);
            const std::string &made = *converted;
            if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true);
                object.text(From == edition::rfc3987 ? "uri" : "iri", made).end_line();
            } else {
                w.out += made;
                w.out += options_.terminator();
            }
        });
    }

private:
    [[nodiscard]] std::expected<std::string, host_refusal> conversion(const reference_view &r) const {
        if constexpr (From == edition::rfc3987) {
            if (options_.idna) return uri_by_idna(r);
            return iri_to_uri(r);
        } else {
            return options_.idna ? iri_by_idna(r) : uri_to_iri(r);
        }
    }

    const Options &options_;
    const parse_options parse_;
};

int run_to_uri(const to_uri_options &o) { return run_job<conversion_run<to_uri_options, edition::rfc3987>>(o); }
int run_to_iri(const to_iri_options &o) { return run_job<conversion_run<to_iri_options, edition::rfc3986>>(o); }

constexpr example to_uri_examples[]{
    {"For software that accepts only URIs", "uniform iri to-uri http://www.example.org/résumé.html"},
    {"With the name that the DNS has", "uniform iri to-uri --idna http://résumé.example.org/"},
    {"A list", "uniform iri to-uri -f urls.txt > uris.txt"},
};
constexpr example to_iri_examples[]{
    {"For people", "uniform iri to-iri http://www.example.org/D%C3%BCrst"},
    {"Host names, too", "uniform iri to-iri --idna http://xn--99zt52a.example.org/"},
};

} // namespace

const command iri_to_uri_command = command_of<run_to_uri>(
    {"iri to-uri", "convert IRIs to URIs", "[IRI...]",
     "Percent-encodes the characters outside US-ASCII (RFC 3987 section 3.1), in the host, too. Nothing else changes: "
     "a "
     "URI stays as it is, and what is percent-encoded is not encoded again. References are converted as well.",
     to_uri_examples});

const command iri_to_iri_command = command_of<run_to_iri>(
    {"iri to-iri", "convert URIs to IRIs", "[URI...]",
     "Decodes percent-encoded characters (RFC 3987 section 3.2). These stay encoded: reserved characters and \"%\", "
     "what "
     "no URI may contain, octets that are not UTF-8, characters that an IRI may not have at that place, bidirectional "
     "formatting characters, and characters that cannot be seen or look like a space. `uniform iri to-uri` makes the "
     "same URI of the result, but for the case of hexadecimal digits and encoded unreserved characters.",
     to_iri_examples});

} // namespace uniform::cli
