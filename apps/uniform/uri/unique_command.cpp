// uniform unique: the first of each kind of equivalent inputs.
//
// Threads parse, normalize and hash; the set is asked by one thread at a time, in the order of the input.

#include <algorithm>

#include "print/exit.hpp"
#include "print/json.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/distinct.hpp"
#include "uri/normalization.hpp"
#include "uri/resolved_first.hpp"
#include "uri/text_hash.hpp"
#include "uri/urn_among.hpp"

namespace uniform::cli {

namespace {

struct unique_command_options : with<uri_options, production_row, level_options, network_action_options, on_error_row> {
    bool count = false;
    std::optional<std::string> by;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&unique_command_options::count>(
                {output, 'c', "count", "",
                 "At the end, print for each the number of equivalent inputs, a TAB, and the first one."}),
            option<&unique_command_options::by>(
                {rules, 0, "by", "TEMPLATE",
                 "Compare what the template makes of the normal forms (see `uniform parse --help`), for example "
                 "{host.registrable}; where that is empty, the normal form itself."}),
        };
    }
};

struct entry {
    std::uint64_t hash = 0;
    std::uint64_t input = 0;
    std::string_view line;    // in the block
    std::uint64_t normal = 0; // where the normal form is in `normals`
    std::uint32_t size = 0;   // of the normal form
    bool is_normal = false;   // the line itself
    bool is_other = false;    // not a valid input, but printed as in `normals`
};

struct unique_notes : notes {
    std::vector<entry> entries;
    std::string normals;
};

class unique_run : public batch_job {
public:
    unique_run(const unique_command_options &o, const normalize_options &how, const resolved_first &read,
               std::optional<output_template> by)
        : options_{o},
          by_{std::move(by)},
          schemes_{how.schemes},
          read_{read},
          urns_{how, o.urn, o.idna},
          seen_{o.count} {}

    [[nodiscard]] std::unique_ptr<notes> make_notes() const override { return std::make_unique<unique_notes>(); }

    void run(work &w) const override {
        auto &[entries, normals] = static_cast<unique_notes &>(*w.extra);
        entries.clear();
        normals.clear();
        std::vector<char> buffer; // the target of a relative reference
        for_each_input(w, [&](const input &r) {
            entry e;
            e.input = r.index;
            e.line = r.text;
            e.normal = normals.size();
            const auto parsed = read_.parse(r.text, buffer);
            if (!parsed) {
                const auto other = [&] {
                    e.is_other = true;
                    e.size = static_cast<std::uint32_t>(normals.size() - e.normal);
                    entries.push_back(e);
                };
                reject(
                    options_, w, {.input = r.index, .why = parsed.error(), .text = r.text},
                    [&] {
                        append_rejected(normals, r.text, parsed.error());
                        other();
                    },
                    [&] {
                        if (w.in.truncated && r.text.size() > options_.max_length) return;
                        normals += r.text;
                        normals += options_.terminator();
                        other();
                    });
                return;
            }
            e.is_normal = !by_ && parsed->text().data() == r.text.data() && urns_.is_normal(*parsed);
            std::string_view normal = r.text;
            if (!e.is_normal) {
                urns_.normalize_append(normals, *parsed);
                if (by_) replace_by_key(normals, e.normal, r.text);
                normal = std::string_view{normals}.substr(e.normal);
            }
            e.size = static_cast<std::uint32_t>(normal.size());
            e.hash = hash_(normal);
            entries.push_back(e);
        });
    }

    void in_order(work &w) override {
        const auto &[entries, normals] = static_cast<const unique_notes &>(*w.extra);
        constexpr std::size_t ahead = 32;
        constexpr std::size_t text_ahead = 12;
        const bool whole_lines = !options_.json && options_.terminator() == w.in.separator;
        const char *run_begin = nullptr; // lines that follow one another are copied at once
        const char *run_end = nullptr;
        const auto flush = [&] {
            if (run_begin != nullptr) w.out.append(run_begin, static_cast<std::size_t>(run_end - run_begin));
            run_begin = run_end = nullptr;
        };
        auto next_problem = w.problems.begin();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (i + ahead < entries.size()) seen_.prefetch(entries[i + ahead].hash);
            if (i + text_ahead < entries.size()) seen_.prefetch_text(entries[i + text_ahead].hash);
            const entry &e = entries[i];
            // A message comes before the line that --on-error keep keeps, but after the object of that line.
            const std::uint64_t before = e.input + (options_.json ? 0 : 1);
            while (next_problem != w.problems.end() && next_problem->input < before) {
                flush();
                next_problem++->after = w.out.size();
            }
            const std::string_view kept = std::string_view{normals}.substr(e.normal, e.is_normal ? 0 : e.size);
            if (e.is_other) {
                flush();
                w.out += kept;
                continue;
            }
            const std::string_view normal = e.is_normal ? e.line : kept;
            const bool is_new = seen_.add(e.hash, normal, e.line);
            if (!is_new) ++w.changed;
            if (!is_new || options_.count) continue;
            if (whole_lines && e.line.data() + e.line.size() != end_of(w) &&
                e.line.data()[e.line.size()] == w.in.separator) {
                if (run_end != e.line.data()) {
                    flush();
                    run_begin = e.line.data();
                }
                run_end = e.line.data() + e.line.size() + 1;
                continue;
            }
            flush();
            print(w.out, e.line, normal);
        }
        flush();
        for (; next_problem != w.problems.end(); ++next_problem) next_problem->after = w.out.size();
    }

    [[nodiscard]] row_result in_rows() const override { return options_.count ? row_result::none : row_result::first; }

    [[nodiscard]] words summary_words() const override {
        return {.same = "distinct", .changed = "duplicates", .hosts = false};
    }

    void at_end(std::string &out) override {
        out.clear();
        if (!options_.count) return;
        distinct::counted found;
        constexpr std::size_t part = std::size_t{1} << 16;
        while (out.size() < part && seen_.next(place_, found)) {
            if (options_.json) {
                json_object{out}.number("count", found.count).text("input", found.shown).end_line();
                continue;
            }
            out += std::to_string(found.count);
            out += '\t';
            out += found.shown;
            out += options_.terminator();
        }
    }

private:
    static const char *end_of(const work &w) { return w.in.buffer.get() + w.in.size; }

    void print(std::string &out, std::string_view line, std::string_view normal) const {
        if (options_.json) {
            json_object{out}.text("input", line).boolean("valid", true).text("normalized", normal).end_line();
        } else {
            out += line;
            out += options_.terminator();
        }
    }

    // The normal form that begins at `begin` becomes what the template makes of it.
    void replace_by_key(std::string &normals, std::size_t begin, std::string_view line) const {
        const std::string normal = normals.substr(begin);
        normals.resize(begin);
        parse_options same = options_.parse();
        same.max_length = 0xFFFFFFFE; // the target of a redirect may be longer
        if (const auto r = parse_uri_reference(normal, same))
            by_->append(normals, *r, {.input = line, .schemes = schemes_});
        if (normals.size() == begin) normals += normal; // nothing that others could have in common with it
    }

    const unique_command_options &options_;
    std::optional<output_template> by_;
    const scheme_registry *schemes_;
    resolved_first read_;
    urn_among urns_;
    text_hash hash_;
    distinct seen_;
    std::uint64_t place_ = 0;
};

int run_unique(const unique_command_options &o) {
    normalization how;
    if (const int code = how.read(o, o.parse()); code != exit_good) return code;
    normalize_options options = how.options();
    options.ignore_fragment = o.ignore_fragment;
    resolved_first read{o.as, o.parse()};
    if (const int code = read.read(o, o.colour); code != exit_good) return code;
    auto by = template_of("--by", o.by);
    if (!by) return by.error();
    unique_run job{o, options, read, *std::move(by)};
    return run_batch(o, job);
}

constexpr example unique_examples[]{
    {"The first of each, in their order", "uniform unique -f urls.txt"},
    {"Ignore default ports and empty paths", "uniform unique --level scheme -f urls.txt"},
    {"One of each that leads to the same request", "uniform unique --ignore-fragment --level scheme -f urls.txt"},
    {"One of each domain", "uniform unique --by '{host.registrable}' -f urls.txt"},
    {"One of each kind of page, whatever the numbers, hashes and values of parameters",
     "uniform unique --by '{host}{path.shape}?{query.keys}' -f urls.txt"},
    {"The most frequent ones", "uniform unique --count -f urls.txt | sort -rn | head"},
};

} // namespace

const command unique_command = command_of<run_unique>(
    {"unique", "print the first of equivalent URIs", "[URI...]",
     "Drops the inputs that are equivalent to an earlier one at --level. The first one of each is printed unchanged, "
     "in the order of the input. The result is exact: texts are compared, not only hashes. It needs memory for the "
     "distinct normal forms, and at most 24 bytes more for each.\n\n"
     "URNs among the inputs are read as by `uniform normalize`: names that are different by RFC 8141 section 3.1 stay "
     "different. --urn selects another reading.",
     unique_examples});

} // namespace uniform::cli
