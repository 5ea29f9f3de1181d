// uniform host ascii, unicode, display and domain.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <expected>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/whatwg/web_host.hpp>

#include "host/commands.hpp"
#include "print/exit.hpp"
#include "print/host_forms.hpp"
#include "print/json.hpp"
#include "run/inputs.hpp"

namespace uniform::cli {

namespace {

struct host_options : with<batch_options, on_error_row> {
    idna::rules by = idna::rules::uts46;

    static constexpr auto rows() {
        return std::array{choice<&host_options::by, idna::rules::uts46, idna::rules::idna2008, idna::rules::browser>(
            {heading::rules, 0, "rules", "RULES", "The document that says which names there are.",
             "uts46 idna2008 browser"})};
    }
};

bool is_address(std::string_view name) { return name.starts_with('[') || parse_ipv4address(name).has_value(); }

// A name or an address in the form of `by`; browsers read addresses in brackets and percent-encoding, too.
std::expected<std::string, idna::problem> ascii_host(std::string_view name, idna::rules by) {
    if (by == idna::rules::browser) {
        if (!name.starts_with('[') && !name.contains('%')) return idna::to_ascii(name, by);
        auto host = whatwg::parse_host(name);
        if (host) return std::move(host->text);
        return std::unexpected{idna::problem{std::min(host.error().offset, name.size()), 0,
                                             std::string{message(host.error().kind)}, "URL Standard", "3.5"}};
    }
    if (!is_address(name)) return idna::to_ascii(name, by);
    const auto type = parse_host(name);
    if (type && (*type == host_type::ipv4 || *type == host_type::ipv6 || *type == host_type::ipvfuture)) {
        return std::string{name};
    }
    return std::unexpected{idna::problem{0, name.size(), "this is no IP literal", "RFC 3986", "3.2.2"}};
}

// `grammar` is the rule of which the name is none: "label", or <domain> of RFC 1034.
void reject_name(const batch_options &o, work &w, const input &r, const idna::problem &p,
                 std::string_view grammar = "label") {
    const error why{p.offset, error_code::invalid_name, rule::none, edition::rfc3986};
    std::string says = p.says;
    says.append(" (").append(uniform::citation(p.document, p.section)).append(")");
    reject(
        o, w, {.input = r.index, .why = why, .message = says, .text = r.text},
        [&] {
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", false);
            json_object inner = object.object("error");
            inner.text("code", to_string(error_code::invalid_name)).number("offset", p.offset);
            inner.number("length", p.size).text("rule", grammar);
            inner.text("document", p.document).text("section", p.section).text("message", p.says).end();
            object.end_line();
        },
        [&] { keep_unchanged(o, w, r); });
}

// The members "ascii", "unicode", "display", and those of a domain.
void write_forms(work &w, const input &r, std::string_view ascii, idna::rules by) {
    json_object object{w.out};
    object.text("input", r.text).boolean("valid", true).text("ascii", ascii);
    object.text("unicode", is_address(ascii) ? ascii : idna::to_unicode(ascii, by).value_or(std::string{ascii}));
    const idna::shown_name shown = idna::display(ascii);
    object.text("display", is_address(ascii) ? ascii : shown.text);
    if (!shown.why.empty()) object.text("display_reason", shown.why);
    const auto parts = idna::domain_of(ascii);
    append_domain(object, parts ? &*parts : nullptr);
    object.end_line();
}

// The form in which a command prints a name in US-ASCII.
using form = std::string (*)(const std::string &ascii, idna::rules by);

template <form Form>
class host_run : public batch_job {
public:
    explicit host_run(const host_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto ascii = ascii_host(r.text, options_.by);
            if (!ascii) return reject_name(options_, w, r, ascii.error());
            if (options_.json) return write_forms(w, r, *ascii, options_.by);
            w.out += is_address(*ascii) ? *ascii : Form(*ascii, options_.by);
            w.out += options_.terminator();
        });
    }

private:
    const host_options &options_;
};

std::string as_ascii(const std::string &ascii, idna::rules /*by*/) { return ascii; }
std::string as_unicode(const std::string &ascii, idna::rules by) { return idna::to_unicode(ascii, by).value_or(ascii); }
std::string as_shown(const std::string &ascii, idna::rules /*by*/) { return idna::display(ascii).text; }

struct domain_options : with<batch_options, on_error_row> {
    enum class part : std::uint8_t { registrable, suffix, label, subdomain }; // in the order of domain_part_names
    part print = part::registrable;
    bool suffix = false;
    bool icann = false;
    std::string list_file;
    bool list = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            choice<&domain_options::print, part::registrable, part::suffix, part::label, part::subdomain>(
                {output, 0, "part", "PART",
                 "The part to print: the registrable domain, the public suffix, the label before the suffix, or what "
                 "is before the registrable domain, which may be empty.",
                 "registrable suffix label subdomain"}),
            option<&domain_options::suffix>({output, 0, "suffix", "", "The same as --part suffix."}),
            option<&domain_options::icann>(
                {heading::rules, 0, "icann", "",
                 "Use the rules of registries alone: \"github.io\" is a name under \"io\", as any other one is."}),
            option<&domain_options::list_file>(
                {heading::rules, 0, "suffix-list", "FILE",
                 "The Public Suffix List to use, instead of the one that the variable "
                 "UNIFORM_SUFFIX_LIST names, or the newer one of that built in and Debian's."}),
            option<&domain_options::list>({output, 0, "list-date", "",
                                           "Print the version of the list of public suffixes and where it is from, and "
                                           "exit."}),
        };
    }
};

class domain_run : public batch_job {
public:
    domain_run(const domain_options &o, const idna::suffix_list &by) : options_{o}, list_{by} {}

    void run(work &w) const override {
        idna::domain_parts parts;
        const auto which = options_.icann ? idna::suffix_rules::icann : idna::suffix_rules::all;
        for_each_input(w, [&](const input &r) {
            const bool has_parts = idna::read_domain(r.text, list_, which, parts);
            if (!has_parts || (parts.registrable_size == 0 && wanted() != domain_options::part::suffix)) {
                return reject_name(options_, w, r,
                                   {0, r.text.size(),
                                    has_parts ? "a public suffix is no registrable domain" : "this is no domain name",
                                    "RFC 1034", "3.1"},
                                   "domain");
            }
            if (options_.json) return write(w, r, parts);
            w.out += part_of(parts);
            w.out += options_.terminator();
        });
    }

private:
    [[nodiscard]] domain_options::part wanted() const noexcept {
        return options_.suffix ? domain_options::part::suffix : options_.print;
    }

    [[nodiscard]] std::string_view part_of(const idna::domain_parts &parts) const noexcept {
        return (parts.*domain_part_names[static_cast<std::size_t>(wanted())].second)();
    }

    static void write(work &w, const input &r, const idna::domain_parts &parts) {
        json_object object{w.out};
        object.text("input", r.text).boolean("valid", true);
        append_domain(object, &parts);
        object.end_line();
    }

    const domain_options &options_;
    const idna::suffix_list &list_;
};

template <form Form>
int run_host(const host_options &o) {
    return run_job<host_run<Form>>(o);
}

int print_list(const domain_options &o, const idna::suffix_list &used) {
    const std::string &version = used.version();
    if (o.json) {
        std::string line;
        json_object object{line};
        const auto or_null = [](const std::string &text) {
            return text.empty() ? std::nullopt : std::optional<std::string_view>{text};
        };
        object.maybe("version", or_null(version)).maybe("commit", or_null(used.commit()));
        object.number("rules", used.size()).text("source", used.source()).end_line();
        std::cout << line;
    } else {
        std::cout << (version.empty() ? "unknown" : version) << '\t' << used.source() << '\n';
    }
    return exit_good;
}

int run_domain(const domain_options &o) {
    // A list that was asked for and cannot be read is no reason to use another one.
    const char *const named = std::getenv("UNIFORM_SUFFIX_LIST");
    const std::string file = !o.list_file.empty() ? o.list_file : named != nullptr ? named : "";
    std::optional<idna::suffix_list> given;
    if (!file.empty()) {
        auto list = idna::load_suffix_list(file);
        if (!list) {
            const idna::suffix_list_problem &why = list.error();
            return fail(exit_io, file + (why.line == 0 ? "" : ":" + std::to_string(why.line)) + ": " + why.says);
        }
        given = *std::move(list);
    }
    const idna::suffix_list &used = given ? *given : idna::current_suffix_list();
    if (o.list) return print_list(o, used);
    domain_run job{o, used};
    return run_batch(o, job);
}

constexpr example ascii_examples[]{
    {"As the DNS stores it", "uniform host ascii münchen.example"},
    {"Can this name be registered?", "uniform host ascii --rules idna2008 MÜNCHEN.example"},
};
constexpr example unicode_examples[]{
    {"As people read it", "uniform host unicode xn--mnchen-3ya.example"},
};
constexpr example display_examples[]{
    {"A-labels where Unicode would deceive", "uniform host display xn--pple-43d.example xn--mnchen-3ya.example"},
    {"With the reason", "uniform host display --json xn--pple-43d.example"},
};
constexpr example domain_examples[]{
    {"What somebody registered", "uniform host domain www.example.co.uk"},
    {"The hosts of a list by their domains",
     "uniform parse --get '{host}' -f urls.txt | uniform host domain --on-error drop | sort | uniq -c"},
    {"How old is the list?", "uniform host domain --list-date"},
};

} // namespace

const command host_ascii_command =
    command_of<run_host<as_ascii>>({"host ascii", "print host names as the DNS stores them", "[NAME...]",
                                    "Prints each name in US-ASCII: an A-label (\"xn--...\", RFC 5890) for each label "
                                    "that is not. IP addresses stay as "
                                    "they are. With --json, all forms of the name.",
                                    ascii_examples});
const command host_unicode_command = command_of<run_host<as_unicode>>(
    {"host unicode", "print host names as people read them", "[NAME...]",
     "Prints each name with U-labels for its A-labels. The result may deceive: `uniform host display` is for what is "
     "shown to people.",
     unicode_examples});
const command host_display_command = command_of<run_host<as_shown>>(
    {"host display", "print host names as they may safely be shown", "[NAME...]",
     "Prints each name with U-labels, but with A-labels where people would take the label for something else: where it "
     "mixes scripts that no language combines, has characters that are not for identifiers, marks that cannot be seen "
     "or digits of several systems, or looks "
     "like a word in US-ASCII (Unicode Technical Standard 39). With --json, \"display_reason\" tells which.",
     display_examples});
const command host_domain_command = command_of<run_domain>(
    {"host domain", "print the registrable domain of host names", "[NAME...]",
     "Prints the registrable domain of each name: its public suffix and one label more, by the Public Suffix List, in "
     "lower case and with A-labels, so that equal domains are equal lines. A "
     "suffix that the list does not have is the last label. An IP address and a public suffix have none: they are "
     "reported, and the exit code is 1.",
     domain_examples});

} // namespace uniform::cli
