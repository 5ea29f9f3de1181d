// uniform normalize: prints the normal form of each input.

#include <algorithm>
#include <array>

#include "print/exit.hpp"
#include "print/json.hpp"
#include "uri/commands.hpp"
#include "uri/copy_normal.hpp"
#include "uri/normalization.hpp"
#include "uri/repairing.hpp"
#include "uri/url_run.hpp"
#include "uri/urn_among.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

struct normalize_command_options
    : with<any_edition_row, uri_options, production_row, level_options, like_option, template_option, on_error_row> {
    bool changes = false;
    bool repair = false;

    static constexpr auto rows() {
        return std::array{
            option<&normalize_command_options::changes>(
                {heading::output, 0, "changes", "",
                 "Print which components would change, a TAB, and the input, instead of the normal form."}),
            option<&normalize_command_options::repair>(
                {heading::input, 0, "repair", "",
                 "Normalize what an input that is no URI stands for by --like, as `uniform repair` prints it."}),
        };
    }
};

// Calls f with the name of each component that would change.
template <class F>
void for_each_change(const changes &c, F f) {
    const std::array<std::pair<bool, std::string_view>, 8> all{{{c.scheme, "scheme"},
                                                                {c.userinfo, "userinfo"},
                                                                {c.host, "host"},
                                                                {c.port, "port"},
                                                                {c.path, "path"},
                                                                {c.query, "query"},
                                                                {c.fragment, "fragment"},
                                                                {c.redirected, "redirected"}}};
    for (const auto &[changed, name] : all) {
        if (changed) f(name);
    }
}

class normalize_run : public batch_job {
public:
    normalize_run(const normalize_command_options &o, const normalize_options &how, std::optional<output_template> get)
        : options_{o}, urns_{how, o.urn, o.idna}, get_{std::move(get)}, schemes_{how.schemes} {}

    void run(work &w) const override {
        if (options_.json || options_.changes || get_) {
            for_each_input(w, [&](const input &r) { show(w, r); });
        } else if (options_.repair && reads_as_typed()) {
            for_each_input(w, [&](const input &r) { write(w, r); });
        } else {
            copy(w);
        }
    }

    [[nodiscard]] words summary_words() const override {
        return {"unchanged", "changed", options_.repair ? std::string_view{"repaired"} : std::string_view{}};
    }

    // The repair does it, to tell which hosts become others.
    [[nodiscard]] bool cleans_inputs() const override { return options_.typed && options_.repair; }

private:
    void copy(work &w) const {
        copy_normal(
            options_, w, [&](std::string_view text) { return parsed_name(text); },
            [&](const reference_view &r) { return urns_.is_normal(r); },
            [&](std::string &out, const reference_view &r) { urns_.normalize_append(out, r); },
            [&](const input &r) { write(w, r); });
    }

    // The result is an error where write() has to reject the text.
    [[nodiscard]] std::expected<reference_view, error> parsed_name(std::string_view text) const {
        auto parsed = parse_as(options_.as, text, parse_);
        if (parsed && options_.idna) {
            if (const auto refused = refusal_of_host(*parsed)) return std::unexpected{refused->why};
        }
        return parsed;
    }

    void write(work &w, const input &r) const {
        const auto parsed = parse_as(options_.as, r.text, parse_);
        if (options_.repair && (!parsed || reads_as_typed())) return write_repaired(w, r);
        if (!parsed) return reject(options_, w, r, parsed.error(), [] {});
        if (is_refused(w, r, *parsed)) return;
        const std::size_t begin = w.out.size();
        urns_.normalize_append(w.out, *parsed);
        if (std::string_view{w.out}.substr(begin) != r.text || w.was_cleaned(r.index)) ++w.changed;
        w.out += options_.terminator();
    }

    void write_repaired(work &w, const input &r) const {
        const auto repaired = repaired_or_rejected(options_, how_to_repair(), w, r);
        if (!repaired) return;
        const auto parsed = parse_as(options_.as, repaired->uri, repaired_parse());
        if (!parsed) return reject(options_, w, r, parsed.error(), [] {});
        const std::size_t begin = w.out.size();
        urns_.normalize_append(w.out, *parsed);
        count(w, *repaired, std::string_view{w.out}.substr(begin) != r.text);
        w.out += options_.terminator();
    }

    // Then a URI may lose what is around it, too.
    [[nodiscard]] bool reads_as_typed() const { return options_.typed || options_.like == interpretation::typed; }

    [[nodiscard]] repair_options how_to_repair() const {
        return {options_.like.value_or(interpretation::rfc3987), options_.as, options_.max_length, options_.typed};
    }

    // A repaired text may be longer than the text.
    [[nodiscard]] parse_options repaired_parse() const {
        parse_options how = parse_;
        how.max_length = 0xFFFFFFFE;
        return how;
    }

    static void count(work &w, const repaired_uri &repaired, bool changes) {
        if (repaired.changed) {
            ++w.repaired;
        } else if (changes) {
            ++w.changed;
        }
    }

    void show(work &w, const input &r) const {
        const auto parsed = parse_as(options_.as, r.text, parse_);
        if (options_.repair && (!parsed || reads_as_typed())) {
            const auto repaired = repaired_or_rejected(options_, how_to_repair(), w, r);
            if (!repaired) return;
            const auto again = parse_as(options_.as, repaired->uri, repaired_parse());
            if (!again) return reject(options_, w, r, again.error());
            count(w, *repaired, !urns_.is_normal(*again));
            show(w, r, *again, &*repaired);
            return;
        }
        if (!parsed) {
            return reject(options_, w, r, parsed.error());
        }
        if (is_refused(w, r, *parsed)) return;
        if (!urns_.is_normal(*parsed) || w.was_cleaned(r.index)) ++w.changed;
        show(w, r, *parsed);
    }

    // With --idna, a host that is no name is reported instead of left as it is.
    bool is_refused(work &w, const input &r, const reference_view &parsed) const {
        const auto refused = options_.idna ? refusal_of_host(parsed) : std::nullopt;
        if (refused) reject(options_, w, r, refused->why, refused->says);
        return refused.has_value();
    }

    void show(work &w, const input &r, const reference_view &of, const repaired_uri *repaired = nullptr) const {
        if (options_.json) {
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", true);
            if (options_.repair) object.boolean("repaired", repaired != nullptr && repaired->changed);
            object.text("normalized", normal_form(of));
            if (options_.changes) append_changes(object, urns_.would_change(of));
            if (repaired != nullptr) append_notes(object, r.text, *repaired);
            object.end_line();
        } else if (options_.changes) {
            bool first = true;
            for_each_change(urns_.would_change(of), [&](std::string_view name) {
                if (!first) w.out += ',';
                first = false;
                w.out += name;
            });
            if (first) w.out += '-';
            w.out += '\t';
            w.out += r.text;
            w.out += options_.terminator();
        } else {
            const std::string normal = normal_form(of);
            parse_options same = parse_;
            same.max_length = 0xFFFFFFFE; // the target of a redirect may be longer
            if (const auto again = parse_uri_reference(normal, same)) {
                get_->append(w.out, *again, {.input = r.text, .schemes = schemes_});
                w.out += options_.terminator();
            }
        }
    }

    [[nodiscard]] std::string normal_form(const reference_view &r) const {
        std::string normal;
        urns_.normalize_append(normal, r);
        return normal;
    }

    static void append_changes(json_object &object, const changes &c) {
        std::string &out = object.raw("changes");
        bool first = true;
        out += '[';
        for_each_change(c, [&](std::string_view name) {
            if (!first) out += ", ";
            first = false;
            json::append_string(out, name);
        });
        out += ']';
    }

    const normalize_command_options &options_;
    const parse_options parse_ = options_.parse();
    urn_among urns_;
    std::optional<output_template> get_;
    const scheme_registry *schemes_;
};

int run_normalize(const normalize_command_options &o) {
    if (o.like && !o.repair) return usage_error(o, "--like requires --repair");
    if (const auto code = refuse_encoding_without_whatwg(o)) return *code;
    if (o.whatwg) {
        if (const auto code = refuse_with_whatwg(
                o, {{o.get.has_value(), "--get"}, {o.changes, "--changes"}, {o.repair, "--repair"}})) {
            return *code;
        }
        return normalize_as_browser(o);
    }
    if (o.repair && (o.edition != edition::rfc3986 || o.iris)) {
        return usage_error(o, "--repair makes URIs of RFC 3986; without --edition and --as iri");
    }
    if (is_edition_of_1994(o.edition)) {
        if (const auto code =
                refuse_with(o, to_string(o.edition), {{o.get.has_value(), "--get"}, {o.changes, "--changes"}})) {
            return *code;
        }
        return normalize_as_urls(o, o);
    }
    auto get = template_of(o);
    if (!get) return get.error();
    normalization how;
    if (const int code = how.read(o, o.parse()); code != exit_good) return code;
    normalize_run job{o, how.options(), *std::move(get)};
    return run_batch(o, job);
}

constexpr example normalize_examples[]{
    {"The normal form by syntax alone", "uniform normalize 'HTTP://Example.COM:80/%7Ea/../b'"},
    {"Also without default ports and empty paths", "uniform normalize --level scheme 'HTTP://Example.COM:80'"},
    {"Clean a list, with the reports in a file of their own", "uniform normalize -f urls.txt > clean.txt 2> bad.txt"},
    {"Also what an invalid text stands for", "uniform normalize --repair --like whatwg 'http:\\\\A.example\\b c'"},
    {"What would change", "uniform normalize --changes -f urls.txt"},
};

} // namespace

const command normalize_command = command_of<run_normalize>(
    {"normalize", "print the normal form of each URI", "[URI...]",
     "Normalizes at a level of RFC 3986 section 6.2: case (scheme and host in lower case, hexadecimal digits in upper "
     "case), percent (unreserved characters decoded), path (dot segments removed), syntax (these three together), "
     "scheme (syntax; also without empty and default ports, \"/\" for an empty path, and what else the document of the "
     "scheme declares equivalent: domains and \"to\" of mailto, numbers and parameters of tel, sip, sips and geo, "
     "attributes of pkcs11, defaults of ldap, dns, dict and tftp, and more; see \"equivalence\" of uniform schemes "
     "--json), protocol (scheme, and the redirects of --redirects). simple changes nothing. The result never gains or "
     "loses a scheme or an authority.\n\n"
     "A URN among the inputs is not decoded and keeps its dot segments, because by RFC 8141 section 3.1 such names are "
     "different; its NID is changed to lower case from the level scheme on. --urn selects another reading.\n\n"
     "With --edition url-06 or rfc1738, the equivalences are those of these documents: case is 2.1, 3.1 and the "
     "hexadecimal digits of 2.2; percent is the rest of 2.2, characters that are not reserved; path changes nothing, "
     "because \".\" and \"..\" are names (3.2.2); scheme is the default ports, the optional \"/\" and the type of "
     "gopher of section 3.\n\n"
     "With --edition whatwg, the result is the serialized URL, the `href` of a browser.",
     normalize_examples});

} // namespace uniform::cli
