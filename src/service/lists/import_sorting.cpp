// Runs of an import: lines whose keys are not in order are written in the order of their keys.
//
// The basic idea: names with neighbouring keys are on one page of the database, so a block of lines in random order
// changes a page for each name, and a million lines in the order of their keys change each page once. A block whose
// keys are not in order begins a run. The run is read and checked line by line as blocks are, sorted by keys
// (sorted_records.hpp), written in blocks, and its results are sorted by lines and reported. While it is written, the
// next one is read. A run has at most as many lines as were read before it, so that an import that breaks off has
// reported half of what it has read, and at most those of `sorted_lines`. It is also short enough to be read and to be
// written in some seconds each, so that a client that is slow, or has a slow store, gets its results.
//
// The results are those of blocks: of several lines with one key the first one comes first, and a line that needs more
// than its key (item::is_plain) ends the run before its block.
//
// INVARIANT: until the last block of a run is written, the position of the import is the beginning of the run, with the
// last line that was written in the order of keys (unfinished_run). Whoever resumes there reads the same run again,
// compares the lines up to that one with the store, and writes those after it, so that each line is counted once.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include <uniform/base/assertion.hpp>
#include <uniform/json/writer.hpp>

#include "base/try.hpp"
#include "service/lists/importer.hpp"

namespace uniform::service::importing {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t most_bytes_of_block = std::size_t{4} << 20U;
constexpr std::uint64_t most_bytes_of_run = std::uint64_t{512} << 20U;
constexpr std::size_t most_namespaces_of_run = 100; // each block reads them again
// Nothing is reported meanwhile, and clients and proxies wait for a minute.
constexpr std::chrono::seconds longest_reading{10};
constexpr std::chrono::seconds longest_writing{10};

enum flags : char { registrar_said = 1, for_new_names = 2, has_problem = 4 };

void append_text(std::string &to, std::string_view text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    char bytes[sizeof size];
    std::memcpy(bytes, &size, sizeof size);
    to.append(bytes, sizeof bytes).append(text);
}

std::string_view take_text(std::string_view &from) {
    std::uint32_t size = 0;
    UNIFORM_ASSERT(from.size() >= sizeof size);
    std::memcpy(&size, from.data(), sizeof size);
    const std::string_view text = from.substr(sizeof size, size);
    from.remove_prefix(sizeof size + size);
    return text;
}

// A line as it is sorted. `encoded`: its record, if that is made already.
void add_line(sorted_records &to, const item &i, std::string_view encoded, std::string &memory) {
    std::string &content = memory;
    content.clear();
    content += static_cast<char>((i.registrar_said ? registrar_said : 0) | (i.for_new_names ? for_new_names : 0) |
                                 (i.why ? has_problem : 0));
    append_text(content, i.urn);
    if (i.why) {
        append_text(content, i.for_new_names ? resolver::encode(i.record) : std::string{});
        append_text(content, json::written(*i.why));
    } else {
        append_text(content, encoded);
    }
    to.add(i.key, i.line, content);
}

item line_in(const sorted_records::record &r) {
    std::string_view content = r.content;
    const char has = content.front();
    content.remove_prefix(1);
    item i{.line = r.number, .urn = std::string(take_text(content)), .key = std::string(r.key)};
    i.encoded = take_text(content);
    i.registrar_said = (has & registrar_said) != 0;
    i.for_new_names = (has & for_new_names) != 0;
    if ((has & has_problem) != 0) {
        i.why.emplace();
        i.why_text = take_text(content);
        i.result = result::problem;
    }
    return i;
}

// The namespaces by which the lines of a run were checked: the oldest content of each.
void add_policies(policy_cache::snapshot &to, const policy_cache::snapshot &from) {
    for (const auto &one : from) {
        if (std::ranges::find(to, one.first, &policy_cache::snapshot::value_type::first) == to.end()) to.push_back(one);
    }
}

bool is_written(const unfinished_run &r, const sorted_records::record &line) {
    const int c = line.key.compare(r.key);
    return c < 0 || (c == 0 && line.number <= r.line);
}

} // namespace

// Whether the keys of a block are neither in order nor after those of the block before.
bool importer::begins_run(const block &b) {
    bool is_in_order = true;
    for (const item &i : b.items) {
        if (i.why) continue;
        if (i.key < last_key_) is_in_order = false;
        last_key_ = i.key;
    }
    return !is_in_order && b.is_plain && !b.last && options_.sorted_lines > options_.block &&
           has_free_bytes(folder_, options_.sort_spare);
}

std::expected<void, problem> importer::read_next(block &b, const std::function<void()> &progress) {
    if (resumed_run_) return read_run(b, progress);
    if (held_) {
        b = std::move(*held_);
        held_.reset();
    } else {
        read_block(b);
    }
    read_lines_ += b.items.size();
    return begins_run(b) ? read_run(b, progress) : std::expected<void, problem>{};
}

// From the block in `b` on, or again the run that an earlier import began.
std::expected<void, problem> importer::read_run(block &b, const std::function<void()> &progress) {
    auto run = std::make_unique<sorted_run>(folder_, options_.sort_memory);
    run->resumed = std::exchange(resumed_run_, std::nullopt);
    if (run->resumed) {
        read_until_ = run->resumed->end.offset;
        read_block(b);
    }
    const place begin = b.begin;
    const auto until = clock::now() + longest_reading;
    // As many as are read before it, and as can be written in time.
    const std::uint64_t most =
        std::max<std::uint64_t>(std::min<std::uint64_t>({std::max<std::uint64_t>(read_lines_, 2 * options_.block),
                                                         options_.sorted_lines, most_lines_}),
                                options_.block);
    std::uint64_t rejected = counts_.conflicts + counts_.problems - rejected_before_;
    policy_cache::snapshot checked_with;
    std::string memory;
    place end;
    bool last = false;
    bool is_plain = true; // but for a resumed run whose policies have changed since
    for (;;) {
        std::size_t row = 0;
        for (const item &i : b.items) {
            if (i.why && !i.for_new_names) ++rejected;
            if (b.is_plain) {
                add_line(run->lines, i, i.why ? std::string_view{} : b.rows[row++].second, memory);
            } else {
                add_line(run->lines, i, i.why ? std::string{} : resolver::encode(i.record), memory);
            }
        }
        is_plain = is_plain && b.is_plain;
        run->size += b.items.size();
        add_policies(checked_with, b.checked_with);
        end = {.lines = b.lines, .offset = b.offset, .digest = std::move(b.digest)};
        last = b.last;
        progress();
        if (run->resumed) {
            if (last || reader_.offset() >= read_until_) break;
            read_block(b);
            continue;
        }
        if (last || run->size >= most || run->lines.bytes() >= most_bytes_of_run || clock::now() >= until ||
            checked_with.size() > most_namespaces_of_run || !has_free_bytes(folder_, options_.sort_spare) ||
            (options_.most_rejected != 0 && rejected > options_.most_rejected)) {
            break;
        }
        read_block(b);
        if (!b.is_plain) {
            held_ = std::move(b);
            break;
        }
        read_lines_ += b.items.size();
    }
    if (run->resumed) {
        read_until_ = ~std::uint64_t{};
        if (end.offset != run->resumed->end.offset || end.digest != run->resumed->end.digest) {
            return std::unexpected{is_another_input(run->resumed->end.offset)};
        }
    }
    last_key_.clear();
    run->lines.sort();
    b = {.is_plain = is_plain,
         .checked_with = std::move(checked_with),
         .begin = begin,
         .lines = end.lines,
         .offset = end.offset,
         .digest = std::move(end.digest),
         .last = last,
         .run = std::move(run)};
    return {};
}

// In the order of keys, a block in each transaction.
void importer::commit_run(block &b) {
    sorted_run &run = *b.run;
    const auto began = clock::now();
    run.counts = b.before;
    std::string text;
    const auto keep_results = [&](const block &done) {
        for (const item &i : done.items) {
            text.clear();
            append_result(text, done, i);
            if (!text.empty()) run.results.add({}, i.line, text);
        }
    };
    auto line = run.lines.next();
    block part;
    const auto begin_part = [&] {
        part.items.clear();
        part.rows.clear();
        part.bytes = 0;
        part.existing.clear();
        part.existing_bytes = 0;
    };
    const auto take_line = [&] {
        part.bytes += line->key.size() + line->content.size();
        item &i = part.items.emplace_back(line_in(*line));
        if (!b.is_plain) {
            i.decode();
        } else if (!i.why) {
            part.rows.emplace_back(i.key, i.encoded);
        }
        line = run.lines.next();
    };
    const auto has_room = [&] { return part.items.size() < options_.block && part.bytes < most_bytes_of_block; };
    while (run.resumed && line && is_written(*run.resumed, *line)) {
        begin_part();
        while (line && is_written(*run.resumed, *line) && has_room()) take_line();
        compare_with_store(part);
        keep_results(part);
    }
    for (bool more = true; more && !abandoned_;) {
        begin_part();
        while (line && has_room()) take_line();
        more = line.has_value();
        const place &at = b.begin;
        part.checked_with = b.checked_with;
        part.before = run.counts;
        part.lines = more ? at.lines : b.lines;
        part.offset = more ? at.offset : b.offset;
        part.digest = more ? at.digest : b.digest;
        part.last = !more && b.last;
        part.part_of.reset();
        if (more) {
            part.part_of = unfinished_run{.end = {.lines = b.lines, .offset = b.offset, .digest = b.digest},
                                          .key = part.items.back().key,
                                          .line = part.items.back().line};
        }
        commit_block(part);
        if (part.refused) {
            b.refused = std::move(part.refused);
            return;
        }
        run.counts = count(part, run.counts);
        b.outdated = b.outdated || part.outdated;
        know_counts(run.counts);
        keep_results(part);
    }
    run.results.sort();
    run.writing = clock::now() - began;
}

// The next run takes about as long for each line.
void importer::measure(const sorted_run &r) {
    const std::chrono::duration<double> took = r.writing;
    const double lines =
        static_cast<double>(r.size) * (longest_writing / std::max(took, std::chrono::duration<double>{0.001}));
    most_lines_ = static_cast<std::uint64_t>(std::min(lines, 1e12));
}

void importer::report_run(sorted_run &r, const std::function<void()> &progress) {
    std::string &out = report_;
    out.clear();
    std::size_t lines = 0;
    while (const auto one = r.results.next()) {
        out += one->content;
        if (++lines < options_.block) continue;
        sink_(out);
        progress();
        out.clear();
        lines = 0;
    }
    if (!out.empty()) sink_(out);
}

void importer::wait_for(std::future<void> &committed, const std::function<void()> &progress) {
    while (committed.wait_for(std::chrono::seconds(1)) == std::future_status::timeout) progress();
    committed.get();
}

import_counts importer::known_counts() {
    const base::scoped_lock held(counts_mutex_);
    return known_counts_;
}

void importer::know_counts(const import_counts &c) {
    const base::scoped_lock held(counts_mutex_);
    known_counts_ = c;
}

} // namespace uniform::service::importing
