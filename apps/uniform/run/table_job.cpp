#include "run/table_job.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>
#include <utility>

#include <uniform/json/writer.hpp>

#include "cli/options.hpp"
#include "print/words.hpp"
#include "run/typed_input.hpp"

namespace uniform::cli {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct table_notes : notes {
    work one; // a field as a block of its own
    std::shared_ptr<const table_columns> columns;
    std::size_t header_size = 0;
    bool prints_header = false;
    std::deque<std::string> texts; // of the problems
    delimited_record record;
    json_line object;
    std::string room;
    std::vector<std::string> results;
};

std::uint64_t lines_in(std::string_view text) { return static_cast<std::uint64_t>(std::ranges::count(text, '\n')); }

std::expected<std::size_t, std::string> column_number(std::string_view text) {
    std::size_t n = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), n);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || n == 0 || n > 100'000)
        return std::unexpected{in_quotes(text) + " is no number of a column, which is 1 to 100000"};
    return n - 1;
}

// "a", "b" and "c"
std::string listed(const std::vector<std::string> &names) {
    constexpr std::size_t most = 20;
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) out += (i == 0 ? "" : ", ") + in_quotes(names[i]);
    if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
    return out;
}

} // namespace

std::expected<table_plan, int> table_plan::read(const batch_options &o, const batch_job &job, std::size_t skip) {
    const auto mistake = [&](const std::string &says) { return std::unexpected{usage_error(o, says)}; };
    const std::string format = o.csv ? "--csv" : o.tsv ? "--tsv" : "--ndjson";
    if (o.csv + o.tsv + o.ndjson > 1) return mistake("--csv, --tsv and --ndjson exclude one another");
    if (o.arguments.size() > skip) return mistake(format + " reads files or standard input, not arguments");
    for (const auto &[given, name] :
         {std::pair{o.json, "--json"}, {o.null, "--null"}, {o.pairs, "--pairs"}, {o.quiet, "--quiet"}}) {
        if (given) return mistake(exclusive(format, name));
    }
    if (o.field.empty()) return mistake(format + " needs --field, the column of the inputs");
    if (o.ndjson && (o.no_header || !o.delimiter.empty()))
        return mistake("an object has neither a header nor a delimiter");
    if (!o.delimiter.empty() &&
        (!o.csv || o.delimiter.size() != 1 || std::string_view{"\"\r\n"}.contains(o.delimiter[0])))
        return mistake("--delimiter is one character of US-ASCII, with --csv");
    if (job.in_rows() == row_result::none) return mistake("this command prints no results that a table could have");

    table_plan plan;
    plan.field = o.field;
    plan.has_header = !o.no_header;
    if (!o.ndjson) plan.columns.emplace(o.tsv ? '\t' : o.delimiter.empty() ? ',' : o.delimiter[0], o.csv);
    for (const std::string &text : o.into) {
        const std::size_t sign = text.find('=');
        target t{.name = text.substr(0, sign), .made_by = {}};
        if (t.name.empty()) return mistake("--into needs the name of a column");
        if (std::ranges::find(plan.into, t.name, &target::name) != plan.into.end())
            return mistake("--into names " + in_quotes(t.name) + " twice");
        if (sign != std::string::npos) {
            auto made_by = template_of("--into", std::optional{text.substr(sign + 1)});
            if (!made_by) return std::unexpected{made_by.error()};
            t.made_by = *std::move(made_by);
        }
        plan.into.push_back(std::move(t));
    }
    if (plan.columns) {
        if (plan.has_header) return plan;
        std::vector<std::string_view> numbers{plan.field};
        for (const target &t : plan.into) numbers.emplace_back(t.name);
        for (const std::string_view number : numbers) {
            if (const auto read = column_number(number); !read) return mistake(read.error());
        }
        return plan;
    }
    std::vector<std::string_view> names{plan.field};
    for (const target &t : plan.into) names.emplace_back(t.name);
    for (const std::string_view name : names) {
        auto member = json_member::read(name);
        if (!member) return mistake(in_quotes(name) + ": " + member.error());
        plan.members.push_back(*std::move(member));
    }
    return plan;
}

// The rows of one block, one after the other.
class table_job::block_of_rows {
public:
    block_of_rows(const table_job &table, work &w)
        : plan_{table.plan_},
          options_{table.options_},
          job_{table.job_},
          w_{w},
          n_{static_cast<table_notes &>(*w.extra)},
          kind_{job_.in_rows()} {}

    void run() {
        const std::string_view text = w_.in.text();
        n_.texts.clear();
        w_.inputs = lines_in(text);
        std::size_t at = 0;
        std::uint64_t given = 0;
        if (n_.columns != nullptr) {
            if (n_.header_size != 0) at = header(text);
            while (at < text.size()) {
                const std::size_t size = plan_.columns ? delimited_row(text.substr(at)) : object(text.substr(at));
                if (size == 0) break; // --on-error stop
                at += size;
                given += is_row_ ? 1 : 0;
            }
        }
        w_.empty = w_.inputs - std::min(given, w_.inputs);
    }

private:
    struct answer {
        bool is_printed = true;
        bool stops = false;
        std::optional<std::string_view> result;
    };

    std::size_t header(std::string_view text) {
        plan_.columns->read(text, n_.record);
        line_ += lines_in(text.substr(0, n_.record.size));
        if (!n_.prints_header) return n_.record.size;
        if (w_.in.skipped != 0) w_.out += byte_order_mark;
        w_.out += n_.record.text;
        for (const std::string &name : n_.columns->appended) {
            w_.out += plan_.columns->delimiter();
            plan_.columns->append(w_.out, name, false);
        }
        w_.out += text.substr(n_.record.text.size(), n_.record.size - n_.record.text.size());
        return n_.record.size;
    }

    // Returns the octets of the row; 0: the run stops.
    std::size_t delimited_row(std::string_view text) {
        const table_columns &columns = *n_.columns;
        const delimited &format = *plan_.columns;
        delimited_record &record = n_.record;
        format.read(text, record);
        const std::string_view end = text.substr(record.text.size(), record.size - record.text.size());
        is_row_ = !record.text.empty();
        const std::string fault = !is_row_ ? "" : fault_of(record, columns);
        if (!is_row_ || !fault.empty()) {
            if (!fault.empty() && refuse_row(record.text, 0, fault)) return 0;
            if (fault.empty() || keeps_refused()) w_.out += text.substr(0, record.size);
            line_ += lines_in(text.substr(0, record.size));
            return record.size;
        }
        const delimited_record::field field = record.fields[columns.field];
        const std::string_view written = record.written(columns.field);
        const answer a =
            ask(format.value_of(written, n_.room), record.text, field.begin + (format.is_quoted(written) ? 1 : 0));
        if (a.stops) return 0;
        if (a.is_printed) make_results(a, record.text);
        line_ += record.text.contains('\n') ? lines_in(text.substr(0, record.size)) : 1;
        if (!a.is_printed) return record.size;
        std::size_t copied = 0;
        const auto put = [&](std::size_t column, std::string_view value) {
            if (column >= record.fields.size()) { // only without a header
                w_.out += record.text.substr(copied);
                copied = record.text.size();
                for (; fields_written_ <= column; ++fields_written_) w_.out += format.delimiter();
                format.append(w_.out, value, false);
                return;
            }
            const auto [begin, close] = record.fields[column];
            w_.out += record.text.substr(copied, begin - copied);
            format.append(w_.out, value, format.is_quoted(record.written(column)));
            copied = close;
        };
        fields_written_ = record.fields.size();
        if (plan_.into.empty()) {
            if (a.result) put(columns.field, n_.results.front());
        } else {
            for (const std::size_t i : columns.in_order) put(columns.targets[i], n_.results[i]);
        }
        w_.out += record.text.substr(copied);
        if (!columns.appended.empty()) {
            for (std::size_t i = record.fields.size(); i < columns.width; ++i) w_.out += format.delimiter();
            for (std::size_t i = 0; i < columns.targets.size(); ++i) {
                if (columns.targets[i] != table_columns::is_appended) continue;
                w_.out += format.delimiter();
                format.append(w_.out, n_.results[i], false);
            }
        }
        w_.out += end;
        return record.size;
    }

    [[nodiscard]] std::string fault_of(const delimited_record &record, const table_columns &columns) const {
        const std::size_t fields = record.fields.size();
        if (!record.is_closed) return "a quotation mark is not closed";
        if (fields <= columns.field) {
            return "the row has " + counted_fields(fields) + ", and the input is number " +
                   std::to_string(columns.field + 1);
        }
        const bool lacks_target = !columns.in_order.empty() && fields <= columns.targets[columns.in_order.back()];
        if (columns.width != 0 && (fields > columns.width || lacks_target))
            return "the row has " + counted_fields(fields) + ", and the header " + std::to_string(columns.width);
        return {};
    }
    static std::string counted_fields(std::size_t n) { return std::to_string(n) + (n == 1 ? " field" : " fields"); }

    std::size_t object(std::string_view text) {
        const std::size_t size = text.find('\n') + 1;
        std::string_view row = text.substr(0, size - 1);
        if (row.ends_with('\r')) row.remove_suffix(1);
        is_row_ = row.find_first_not_of(" \t") != std::string_view::npos;
        const auto refused = [&](const json_fault &why) -> std::size_t {
            if (refuse_row(row, why.offset, why.says)) return 0;
            if (keeps_refused()) w_.out += text.substr(0, size);
            ++line_;
            return size;
        };
        if (!is_row_) {
            w_.out += text.substr(0, size);
            ++line_;
            return size;
        }
        const auto read = n_.object.read(row, plan_.members);
        if (!read) return refused(read.error());
        for (std::size_t i = 1; i < plan_.members.size(); ++i) {
            if (plan_.members[i].is_nested() && !n_.object.value(i))
                return refused({n_.object.end(), "the object has nothing at " + in_quotes(plan_.into[i - 1].name)});
        }
        const auto place = n_.object.value(0);
        const bool is_null = !place || row.substr(place->begin, place->end - place->begin) == "null";
        std::expected<std::string_view, json_fault> value = std::string_view{};
        if (!is_null) value = json_string_at(row, *place, n_.room);
        if (!value) return refused(value.error());
        const answer a = ask(*value, row, place ? place->begin + 1 : 0);
        if (a.stops) return 0;
        if (a.is_printed) make_results(a, row);
        ++line_;
        if (!a.is_printed) return size;
        if (plan_.into.empty() && (!a.result || !place)) {
            w_.out += text.substr(0, size);
            return size;
        }
        std::vector<std::pair<json_place, std::size_t>> replaced;
        const std::size_t first = plan_.into.empty() ? 0 : 1;
        for (std::size_t i = 0; i < n_.results.size(); ++i) {
            if (const auto at = n_.object.value(first + i)) replaced.emplace_back(*at, i);
        }
        std::ranges::sort(replaced, {}, [](const auto &r) { return r.first.begin; });
        const auto put = [&](std::size_t i) {
            a.result ? json::append_string(w_.out, n_.results[i]) : void(w_.out += "null");
        };
        std::size_t copied = 0;
        for (const auto &[at, i] : replaced) {
            if (at.begin < copied) continue; // within a value that was replaced
            w_.out += row.substr(copied, at.begin - copied);
            put(i);
            copied = at.end;
        }
        w_.out += row.substr(copied, n_.object.end() - copied);
        bool is_first = n_.object.is_empty();
        for (std::size_t i = 0; i < plan_.into.size(); ++i) {
            if (n_.object.value(1 + i)) continue;
            if (!std::exchange(is_first, false)) w_.out += n_.object.is_spaced() ? ", " : ",";
            json::append_string(w_.out, plan_.members[1 + i].name());
            w_.out += n_.object.is_spaced() ? ": " : ":";
            put(i);
        }
        w_.out += text.substr(n_.object.end(), size - n_.object.end());
        return size;
    }

    // Reports a row that cannot be read; whether the run stops.
    bool refuse_row(std::string_view row, std::size_t offset, std::string says) {
        w_.bad = true;
        ++w_.rejected;
        if (options_.policy == on_error::drop && !options_.rejects) return false;
        w_.problems.push_back({.input = line_,
                               .after = w_.out.size(),
                               .why = error{offset, error_code::not_found, rule::none},
                               .message = std::move(says),
                               .text = kept(row.substr(0, row.find('\n'))),
                               .silent = options_.quiet});
        return options_.policy == on_error::stop;
    }

    [[nodiscard]] bool keeps_refused() const {
        return options_.policy != on_error::drop && kind_ != row_result::listed;
    }

    std::string_view kept(std::string_view text) { return n_.texts.emplace_back(text); }

    // Runs the job on the value, which begins at `offset` of the row.
    answer ask(std::string_view value, std::string_view row, std::size_t offset) {
        answer a;
        if (value.empty()) {
            a.is_printed = kind_ != row_result::listed;
            return a;
        }
        if (const std::size_t nul = value.find('\0'); nul != std::string_view::npos) {
            a.stops = refuse_row(row, offset + nul, "NUL is in no identifier");
            a.is_printed = keeps_refused();
            return a;
        }
        work &one = n_.one;
        give(one.in, value);
        one.clear_results();
        one.cleaned.clear();
        std::vector<problem> cleaned;
        if (options_.typed && !job_.cleans_inputs()) cleaned = clean_inputs(options_, one);
        if (options_.git) read_git_remotes(options_, one);
        job_.run(one);
        if (kind_ == row_result::first) job_.in_order(one);
        add_notes(options_, one.problems, std::move(cleaned));
        w_.bad = w_.bad || one.bad;
        w_.changed += one.changed;
        w_.repaired += one.repaired;
        w_.hosts += one.hosts;
        w_.rejected += one.rejected;
        const std::string_view error = kind_ == row_result::error ? error_of(one) : std::string_view{};
        const std::string_view before = row.substr(0, offset);
        for (problem &p : one.problems) {
            p.input = line_ + lines_in(before);
            p.column += offset - (before.rfind('\n') + 1);
            p.after = w_.out.size();
            p.text = kept(p.text);
            if (!p.value.empty()) p.value = kept(p.value);
            w_.problems.push_back(std::move(p));
        }
        std::string_view printed = one.out;
        if (printed.ends_with('\n')) printed.remove_suffix(1);
        const bool is_bad = one.rejected != 0 || one.bad;
        a.stops = is_bad && options_.policy == on_error::stop;
        if (kind_ == row_result::error) {
            a.result = error;
        } else if (is_bad) {
            if (options_.policy == on_error::keep) a.result = value;
        } else {
            const std::string_view read = one.in.text().substr(0, one.in.size - 1); // cleaned, where options say so
            a.result = kind_ == row_result::text ? printed : read;
        }
        if (kind_ == row_result::listed || (kind_ == row_result::first && !is_bad)) {
            a.is_printed = !one.out.empty();
        } else {
            a.is_printed = !is_bad || options_.policy != on_error::drop;
        }
        return a;
    }

    // The sentence of the first problem that counts.
    std::string_view error_of(const work &one) {
        const auto p = std::ranges::find(one.problems, false, &problem::harmless);
        if (p == one.problems.end()) return {};
        return kept(p->message.empty() ? message(p->why, p->text) : p->message);
    }

    // The value, which has no NUL, as the only input of a block.
    static void give(block &in, std::string_view value) {
        if (in.capacity < value.size() + 1) {
            in.capacity = 2 * value.size() + 256;
            in.buffer = std::make_unique_for_overwrite<char[]>(in.capacity);
        }
        std::memcpy(in.buffer.get(), value.data(), value.size());
        in.buffer[value.size()] = '\0';
        in.size = value.size() + 1;
        in.separator = '\0';
        in.lines = false;
    }

    // Makes the text of each target.
    void make_results(const answer &a, std::string_view row) {
        const std::size_t count = std::max<std::size_t>(plan_.into.size(), 1);
        if (n_.results.size() < count) n_.results.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            std::string &result = n_.results[i];
            result.clear();
            if (!a.result) continue;
            const output_template *const made_by =
                plan_.into.empty() || !plan_.into[i].made_by ? nullptr : &*plan_.into[i].made_by;
            made_by != nullptr ? job_.append_by(result, *made_by, *a.result) : void(result = *a.result);
            if (!plan_.columns || plan_.columns->can_have(result)) continue;
            result.clear();
            refuse_row(row, 0, "the result has a TAB or a line end, which tab-separated values do not have");
        }
    }

    const table_plan &plan_;
    const batch_options &options_;
    batch_job &job_;
    work &w_;
    table_notes &n_;
    row_result kind_;
    std::uint64_t line_ = 0;
    std::size_t fields_written_ = 0;
    bool is_row_ = false;
};

table_job::table_job(const batch_options &o, batch_job &job, table_plan plan)
    : options_{o}, job_{job}, plan_{std::move(plan)} {}

std::unique_ptr<notes> table_job::make_notes() const {
    auto made = std::make_unique<table_notes>();
    made->one.extra = job_.make_notes();
    return made;
}

void table_job::prepare(work &w) {
    auto &n = static_cast<table_notes &>(*w.extra);
    n.header_size = 0;
    n.prints_header = false;
    n.one.in.name = w.in.name;
    if (w.in.opens_source) {
        const bool has_header = plan_.columns && plan_.has_header;
        if (has_header) {
            plan_.columns->read(w.in.text(), n.record);
            n.header_size = n.record.size;
            n.prints_header = !first_header_;
        }
        auto read = read_columns(n.record);
        if (read) {
            columns_ = *std::move(read);
        } else {
            columns_ = nullptr;
            if (w.in.fault.empty()) w.in.fault = std::move(read.error());
        }
    }
    n.columns = columns_;
}

std::expected<std::shared_ptr<const table_columns>, std::string>
table_job::read_columns(const delimited_record &header) {
    auto made = std::make_shared<table_columns>();
    if (!plan_.columns) return made;
    std::vector<std::string> names;
    if (plan_.has_header) {
        std::string room;
        for (std::size_t i = 0; i < header.fields.size(); ++i)
            names.emplace_back(plan_.columns->value_of(header.written(i), room));
        if (first_header_ && names != *first_header_)
            return std::unexpected{"its columns are not those of the first table: " + listed(names)};
        made->width = names.size();
    }
    const auto field = column(plan_.field, names);
    if (!field) return std::unexpected{field.error()};
    made->field = *field;
    for (const table_plan::target &t : plan_.into) {
        const bool is_new = plan_.has_header && std::ranges::find(names, t.name) == names.end();
        const auto at = is_new ? table_columns::is_appended : column(t.name, names);
        if (!at) return std::unexpected{at.error()};
        if (is_new) made->appended.push_back(t.name);
        if (!is_new) made->in_order.push_back(made->targets.size());
        made->targets.push_back(*at);
    }
    std::ranges::sort(made->in_order, {}, [&](std::size_t i) { return made->targets[i]; });
    if (plan_.has_header && !first_header_) first_header_ = std::move(names);
    return made;
}

std::expected<std::size_t, std::string> table_job::column(std::string_view name,
                                                          const std::vector<std::string> &names) const {
    if (!plan_.has_header) return column_number(name);
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) {
        const auto number = column_number(name);
        if (number && *number < names.size()) return *number;
        return std::unexpected{"there is no column " + in_quotes(name) + ", only " + listed(names)};
    }
    if (std::ranges::find(at + 1, names.end(), name) != names.end())
        return std::unexpected{"several columns are called " + in_quotes(name) + "; a number tells them apart"};
    return static_cast<std::size_t>(at - names.begin());
}

void table_job::run(work &w) const {
    if (job_.in_rows() != row_result::first) block_of_rows{*this, w}.run();
}

void table_job::in_order(work &w) {
    if (job_.in_rows() == row_result::first) return block_of_rows{*this, w}.run();
    // The notes are those of the rows: a job that prints texts has none, and looks at the problems alone.
    if (job_.in_rows() == row_result::text) job_.in_order(w);
}

} // namespace uniform::cli
