// uniform repair: prints the URIs that texts stand for which are none.

#include <array>

#include "print/json.hpp"
#include "uri/commands.hpp"
#include "uri/copy_normal.hpp"
#include "uri/repairing.hpp"

namespace uniform::cli {

namespace {

struct repair_command_options : with<batch_options, like_option, on_error_row> {
    rule as = rule::uri_reference;

    static constexpr auto rows() {
        return std::array{
            choice<&repair_command_options::as, rule::uri, rule::uri_reference, rule::absolute_uri, rule::relative_ref>(
                {heading::input, 'a', "as", "PRODUCTION",
                 "The production of RFC 3986 that a valid input matches, and that a repaired one will.",
                 "uri uri-reference absolute-uri relative-ref"})};
    }
};

class repair_run : public batch_job {
public:
    explicit repair_run(const repair_command_options &o)
        : options_{o}, how_{o.like.value_or(interpretation::rfc3987), o.as, o.max_length, o.typed} {}

    [[nodiscard]] bool cleans_inputs() const override { return true; }

    [[nodiscard]] words summary_words() const override { return {"kept", "repaired"}; }

    void run(work &w) const override {
        if (options_.json) return for_each_input(w, [&](const input &r) { write_json(w, r); });
        if (options_.typed || how_.like == interpretation::typed) // a URI may lose what is around it, too
            return for_each_input(w, [&](const input &r) { write_text(w, r); });
        copy_normal(
            options_, w,
            [&](std::string_view text) { return parse_as(how_.as, text, {.max_length = how_.max_length}); },
            [](const reference_view &) { return true; },
            [](std::string &out, const reference_view &r) { out += r.text(); },
            [&](const input &r) { write_text(w, r); });
    }

private:
    void write_text(work &w, const input &r) const {
        const auto repaired = repaired_or_counted(w, r);
        if (!repaired) return;
        w.out += repaired->uri;
        w.out += options_.terminator();
    }

    [[nodiscard]] std::optional<repaired_uri> repaired_or_counted(work &w, const input &r) const {
        auto repaired = repaired_or_rejected(options_, how_, w, r);
        if (repaired && repaired->changed) ++w.changed;
        return repaired;
    }

    void write_json(work &w, const input &r) const {
        const auto repaired = repaired_or_counted(w, r);
        if (!repaired) return;
        json_object object{w.out, !is_utf8(r.text)};
        object.text("input", r.text).boolean("valid", true).text("uri", repaired->uri);
        object.boolean("changed", repaired->changed).boolean("host_changed", repaired->host_before.has_value());
        append_notes(object, r.text, *repaired);
        object.end_line();
    }

    const repair_command_options &options_;
    const repair_options how_;
};

int run_repair(const repair_command_options &o) { return run_job<repair_run>(o); }

constexpr example repair_examples[]{
    {"Repair a list; what cannot be repaired goes to a file of its own",
     "uniform repair -f urls.txt --rejects rejects.txt --summary text > clean.txt"},
    {"As a browser reads it", "uniform repair --like whatwg 'http:\\\\a.example\\b c'"},
    {"As people type it", "uniform repair --like typed '<www.a.example/caf%C3%A9>'"},
};

} // namespace

const command repair_command = command_of<run_repair>(
    {"repair", "print the URIs that invalid texts stand for", "[TEXT...]",
     "Prints each valid input unchanged, byte for byte, and for each other one the URI that it stands for by --like, "
     "if "
     "there is exactly one: characters beyond US-ASCII and others that no URI has are percent-encoded, host names get "
     "A-labels. The others are reported, or written to the file of --rejects. A repair never changes the host without "
     "a "
     "note; what it prints is valid, so repairing it again changes nothing.\n\n"
     "With whatwg a text is what a browser makes of it: \"\\\" separates segments, and TAB and line ends vanish; a "
     "\"%\" without two hexadecimal digits becomes \"%25\" with a note, and octets that are not UTF-8 are rejected. "
     "With "
     "typed, delimiters and white space vanish, also around a URI, and so does punctuation behind a host; a text "
     "without scheme is completed as by `uniform complete`. White space inside is removed with a note, but rejected "
     "where it may separate words. rfc3987, the default, guesses nothing.",
     repair_examples});

} // namespace uniform::cli
