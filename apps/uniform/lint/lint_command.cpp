// uniform lint: finds misleading and dangerous identifiers.

#include <algorithm>
#include <array>
#include <vector>

#include <unistd.h>

#include <uniform/lint/lint.hpp>
#ifdef UNIFORM_HAVE_UNICODE
#include <uniform/unicode/icu.hpp>
#endif

#include "lint/browser_differences.hpp"
#include "lint/commands.hpp"
#include "lint/lint_report.hpp"
#include "lint/lint_text.hpp"
#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/inputs.hpp"

namespace uniform::cli {

namespace {

// nullptr if the command was built without ICU and libidn2.
const unicode_checks *unicode() {
#ifdef UNIFORM_HAVE_UNICODE
    return &icu_checks();
#else
    return nullptr;
#endif
}

using word_list = std::vector<std::string>;
constexpr std::size_t severities = std::tuple_size_v<lint_verdicts::by_severity>;

// Calls f(check, severity) for what the words name. A severity includes those above it, or below it
// without `up`; ids of checks come after severities, so that they are exceptions to them.
template <class F>
std::expected<void, std::string> for_each_named(const word_list &words, std::string_view option, bool up, bool ids,
                                                F f) {
    for (const std::string &word : words) {
        const auto severity = lint_severity_from_string(word);
        const auto check = lint_check_from_string(word);
        if (!severity && !check) {
            std::vector<std::string_view> known{"note", "warning", "error", "none"};
            for (const lint_check_info &info : lint_checks()) known.push_back(info.id);
            return std::unexpected{"--" + std::string{option} + ": unknown check or severity " + in_quotes(word) +
                                   suggestion(word, known) + "\n`uniform lint --checks` lists the checks"};
        }
        if (ids != check.has_value()) continue;
        for (std::size_t c = 0; c < lint_verdicts::count; ++c) {
            for (std::size_t s = 0; s < severities; ++s) {
                const bool by_severity = severity && (up ? s >= static_cast<std::size_t>(*severity)
                                                         : s <= static_cast<std::size_t>(*severity));
                if (by_severity || (check && static_cast<std::size_t>(*check) == c)) f(c, s);
            }
        }
    }
    return {};
}

std::expected<lint_verdicts, std::string> verdicts_of(const lint_command_options &o) {
    lint_verdicts v;
    for (auto &check : v.shown) check.fill(true);
    // Errors are denied, and what the words name; with "none", not the errors.
    word_list deny = o.deny;
    if (std::erase(deny, "none") == 0) deny.emplace_back("error");
    const auto deny_it = [&](std::size_t c, std::size_t s) { v.denied[c][s] = v.shown[c][s] = true; };
    const auto allow_it = [&](std::size_t c, std::size_t s) { v.denied[c][s] = v.shown[c][s] = false; };
    for (const bool ids : {false, true}) {
        if (auto done = for_each_named(deny, "deny", true, ids, deny_it); !done) return std::unexpected{done.error()};
        if (auto done = for_each_named(o.allow, "allow", false, ids, allow_it); !done) {
            return std::unexpected{done.error()};
        }
    }
    return v;
}

int print_checks(const lint_command_options &o) {
    std::string out;
    std::size_t width = 0;
    for (const lint_check_info &info : lint_checks()) width = std::max(width, info.id.size());
    for (const lint_check_info &info : lint_checks()) {
        if (o.json) {
            json_object object{out};
            object.text("check", info.id).text("severity", to_string(info.severity)).text("summary", info.summary);
            object.text("document", info.document).text("section", info.section).end_line();
            continue;
        }
        out += info.id;
        out.append(width - info.id.size() + 2, ' ');
        out += to_string(info.severity);
        out.append(9 - to_string(info.severity).size(), ' ');
        out += info.summary;
        out += " (";
        out += uniform::citation(info.document, info.section);
        out += ")\n";
    }
    if (!o.json && unicode() == nullptr) {
        out += "(built without ICU and libidn2: mixed-scripts and confusable support few scripts; idna-invalid and "
               "idna-deviation are not checked)\n";
    }
    return print_all(out);
}

// The findings of one input.
struct linted_input {
    std::uint64_t index = 0;
    std::size_t offset = 0; // in the block
    std::string_view text;
    std::vector<lint_finding> findings;
};

struct lint_notes : notes {
    std::vector<linted_input> inputs;
};

class lint_run : public batch_job {
public:
    lint_run(const lint_command_options &o, const lint_verdicts &verdicts, const lint_options &how)
        : options_{o}, printer_{o, verdicts}, how_{how} {}

    [[nodiscard]] std::unique_ptr<notes> make_notes() const override { return std::make_unique<lint_notes>(); }

    void run(work &w) const override {
        auto &found = static_cast<lint_notes &>(*w.extra).inputs;
        found.clear();
        for_each_input(w, [&](const input &r) {
            if (r.text.size() > options_.max_length) {
                const error why{options_.max_length, error_code::too_long, rule::none, edition::rfc3986};
                w.bad = true;
                w.problems.push_back(
                    {.input = r.index, .why = why, .text = r.text.substr(0, 200), .silent = options_.quiet});
                return;
            }
            auto findings = lint(r.text, how_);
            std::erase_if(findings, [&](const lint_finding &f) { return !printer_.shows(f); });
            if (findings.empty()) return;
            w.bad = w.bad || std::ranges::any_of(findings, [&](const auto &f) { return printer_.denies(f); });
            const auto offset = static_cast<std::size_t>(r.text.data() - w.in.buffer.get());
            found.push_back({r.index, offset, r.text, std::move(findings)});
        });
    }

    void not_read(std::string_view message) override { printer_.not_read(message); }

    [[nodiscard]] row_result in_rows() const override { return row_result::none; }

    void in_order(work &w) override {
        if (w.in.opens_source) {
            line_ = w.in.before;
            bytes_ = w.in.skipped;
            exact_ = true;
        }
        const bool argument = w.in.name == "<argument>";
        for (const linted_input &r : static_cast<lint_notes &>(*w.extra).inputs) {
            identifier_place place{.source = w.in.name, .line = line_ + r.index + 1, .size = r.text.size()};
            if (!argument && w.in.name != "<stdin>") place.file = w.in.name;
            if (!argument && exact_) place.byte_offset = bytes_ + r.offset;
            printer_.add(w.out, place, r.text, r.findings);
            for (const lint_finding &f : r.findings) ++counts_[static_cast<std::size_t>(f.check)];
        }
        for (const problem &p : w.problems) {
            printer_.not_read(std::string{w.in.name} + ':' + std::to_string(line_ + p.input + 1) +
                              ": longer than --max-length, not checked");
        }
        line_ += w.inputs;
        bytes_ += w.in.size;
        exact_ = exact_ && !w.in.truncated; // discarded characters were not counted
    }

    [[nodiscard]] std::vector<std::pair<std::string_view, std::uint64_t>> summary_counts() const override {
        std::vector<std::pair<std::string_view, std::uint64_t>> all;
        for (const lint_check_info &info : lint_checks()) {
            const auto n = counts_[static_cast<std::size_t>(info.check)];
            if (n != 0) all.emplace_back(info.id, n);
        }
        return all;
    }

    void at_end(std::string &out) override {
        out.clear();
        if (!std::exchange(ended_, true)) printer_.end(out);
    }

private:
    const lint_command_options &options_;
    lint_printer printer_;
    const lint_options &how_;
    std::uint64_t line_ = 0;
    std::uint64_t bytes_ = 0;
    bool exact_ = true;
    bool ended_ = false;
    std::array<std::uint64_t, lint_verdicts::count> counts_{}; // of findings
};

int run_lint(lint_command_options o) {
    if (o.json && o.sarif) return usage_error(o, exclusive("--json", "--sarif"));
    if (o.sarif) output_is_json();
    if (o.list_checks) return print_checks(o);
    if (o.quiet) o.json = false;
    const auto verdicts = verdicts_of(o);
    if (!verdicts) return fail(exit_usage, verdicts.error());
    const lint_options how{.unicode = unicode(),
                           .browser = o.browser ? &browser_differences() : nullptr,
                           .edition = o.syntax(),
                           .zone_ids = o.zone_ids,
                           .safer = !o.quiet};
    if (o.in_text) return lint_text(o, *verdicts, how);
    lint_run job{o, *verdicts, how};
    return run_batch(o, job);
}

constexpr example lint_examples[]{
    {"Does it hide something?", "uniform lint 'http://www.example.com&story=breaking_news@10.0.0.1/'"},
    {"A list of links, where warnings fail the build as well", "uniform lint --deny warning -f links.txt"},
    {"Everything but notes, with private networks allowed",
     "uniform lint --allow note --allow private-address -f links.txt"},
    {"The identifiers in source code, for a code host", "uniform lint --in-text --sarif src/*.cpp > lint.sarif"},
    {"Where a browser goes elsewhere", "uniform lint --browser --summary text 'http://a.example\\@b.example/'"},
    {"The list of checks", "uniform lint --checks"},
};

} // namespace

lint_printer::lint_printer(const lint_command_options &o, const lint_verdicts &verdicts)
    : options_{o}, verdicts_{verdicts} {
    style_.colour = use_colour(o.colour, STDOUT_FILENO);
    style_.width = terminal_width(STDOUT_FILENO);
    style_.show_password = o.show_password;
}

void lint_printer::add(std::string &out, const identifier_place &place, std::string_view identifier,
                       const std::vector<lint_finding> &findings) {
    if (options_.quiet) return;
    const bool is_invalid =
        std::ranges::any_of(findings, [](const lint_finding &f) { return f.severity == lint_severity::error; });
    const std::string_view hint = is_invalid ? typed_hint({}, identifier) : "";
    for (const lint_finding &f : findings) {
        if (options_.sarif) {
            if (!begun_) append_sarif_head(out, verdicts_);
            append_sarif_result(out, place, identifier, f, denies(f), !begun_);
        } else if (options_.json) {
            append_finding_json(out, place, identifier, f, denies(f), hint);
        } else {
            append_finding(out, place, identifier, f, style_);
        }
        begun_ = true;
    }
    if (!hint.empty() && !options_.sarif && !options_.json) out.append("    hint: ").append(hint) += '\n';
}

void lint_printer::not_read(std::string_view message) {
    constexpr std::size_t most = 100; // standard error has them all
    if (not_read_.size() < most) not_read_.emplace_back(message);
}

void lint_printer::end(std::string &out) {
    if (options_.quiet || !options_.sarif) return;
    if (!begun_) append_sarif_head(out, verdicts_);
    append_sarif_tail(out, not_read_);
}

const command lint_command = command_of<run_lint>(
    {"lint", "find misleading and dangerous identifiers", "[URI...]",
     "Checks what the security sections of the documents warn of: passwords, user information that looks like a host, "
     "disguised addresses, ports of other services, hidden delimiters and control characters, look-alike characters, "
     "and more. Each finding has a stable id, a severity, the place, the section of the warning, and if possible a "
     "safer form of the identifier. The inputs need not be valid.\n\n"
     "--deny and --allow accept ids and severities. A denied severity includes those above it, an allowed one those "
     "below it; ids are exceptions to severities. Errors are denied unless they are allowed, "
     "or with --deny none. With --in-text, the arguments are files.\n\n"
     "The exit code is 1 if a denied finding was printed.",
     lint_examples});

} // namespace uniform::cli
