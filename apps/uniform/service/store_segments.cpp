// uniform store segments: the history in files that never change, for object storage or a CDN.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/base/hex.hpp>
#include <uniform/http/server.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/store.hpp>

#include "cli/options.hpp"
#include "print/hidden_password.hpp"
#include "print/words.hpp"
#include "run/progress.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/name_bulk.hpp"
#include "service/store_options.hpp"

namespace uniform::cli {

namespace {

using segments_options = with<store_command_options, store_row, progress_option>;

constexpr std::uint64_t events_of_segment = 4096; // a complete subtree of the tree over the history
constexpr std::string_view index_name = "index.ndjson";

// A segment, as its line of the index says.
struct segment_line {
    std::string file;
    store::digest root = {};
};

// The first event with twelve digits, so that names are in the order of the events, and the hash of the last one.
std::string name_of_segment(std::uint64_t first, const store::digest &last) {
    const std::string digits = std::to_string(first);
    return std::string(digits.size() < 12 ? 12 - digits.size() : 0, '0') + digits + '-' + base::to_hex(last) +
           ".ndjson";
}

// Writes it whole, or not at all. Throws stop.
void write_file(const std::filesystem::path &path, std::string_view text) {
    const std::string part = path.string() + ".part";
    descriptor out(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (out.get() < 0) throw stop(file_error(part, errno));
    write_all(out.get(), text, part);
    const bool on_disk = ::fsync(out.get()) == 0;
    if (!out.close() || !on_disk || ::rename(part.c_str(), path.c_str()) != 0) throw stop(file_error(part, errno));
}

// The segments that are there, by the index. Throws stop.
std::vector<segment_line> read_index(const std::filesystem::path &folder) {
    const std::string name = (folder / index_name).string();
    std::ifstream in(name, std::ios::binary);
    std::vector<segment_line> segments;
    std::string line;
    if (!in.is_open() || !std::getline(in, line)) return segments;
    while (std::getline(in, line)) {
        const auto read = json::read(line);
        const auto root = store::history_head_from("0:" + (read ? member_of(*read, "root") : ""));
        if (!root) throw stop(name + ": a line is not one of an index");
        segments.push_back({member_of(*read, "file"), root->second});
    }
    return segments;
}

std::string index_of(const std::vector<segment_line> &segments, const store::history_head &head) {
    store::merkle_tree tree;
    for (const segment_line &s : segments) tree.add(s.root);
    std::string out;
    json::writer{out}
        .begin_object()
        .member("format", "uniform-segments")
        .member("version", 1)
        .member("head", store::to_string(head))
        .member("tree", store::to_string({head.first, tree.root()}))
        .end_object();
    out += '\n';
    for (const segment_line &s : segments) {
        json::writer{out}.begin_object().member("file", s.file).member("root", base::to_hex(s.root)).end_object();
        out += '\n';
    }
    return out;
}

class segment_writer {
public:
    segment_writer(store::reading &r, std::filesystem::path folder)
        : reading_(r), folder_(std::move(folder)), segments_(read_index(folder_)) {}

    // Returns how many segments it has written. Throws stop.
    std::uint64_t run(steps &progress) {
        const std::uint64_t size = reading_.head().first;
        go_on_after(segments_.size() * events_of_segment);
        const std::uint64_t before = segments_.size();
        while (size - last_.first >= events_of_segment && last_.first <= size) {
            write_next();
            progress(last_.first, size);
        }
        if (segments_.size() != before) write_file(folder_ / index_name, index_of(segments_, last_));
        return segments_.size() - before;
    }
    [[nodiscard]] const store::history_head &last() const noexcept { return last_; }

private:
    void go_on_after(std::uint64_t number) {
        if (number == 0) return;
        const auto e = reading_.event_at(number);
        if (!e || segments_.back().file != name_of_segment(number + 1 - events_of_segment, e->hash)) {
            throw stop(folder_.string() + ": its segments are of another history: the last one is " +
                       segments_.back().file);
        }
        last_ = {number, e->hash};
    }
    void write_next() {
        std::string text = service::first_history_line(last_);
        store::merkle_tree tree;
        const std::uint64_t first = last_.first + 1;
        reading_.each_event(last_.first, events_of_segment, [&](const store::event &e) {
            service::append_history_line(text, e, service::secrets::withheld);
            tree.add(store::leaf_hash(e.hash));
            last_ = {e.number, e.hash};
        });
        if (last_.first != first + events_of_segment - 1) {
            throw store::failure(store::failure_kind::damaged, "event " + std::to_string(last_.first + 1) +
                                                                   " is missing. Run `uniform store verify`");
        }
        text += service::last_history_line(last_);
        segments_.push_back({name_of_segment(first, last_.second), tree.root()});
        write_file(folder_ / segments_.back().file, text);
    }

    store::reading &reading_;
    const std::filesystem::path folder_;
    std::vector<segment_line> segments_;
    store::history_head last_ = {};
};

int write_segments(const segments_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    const std::filesystem::path folder = o.arguments.front();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return fail(exit_io, file_error(folder.string(), error.value()));
    return guarded([&] {
        const auto s = store::store::open(http::store_location(c->values),
                                          {.database = existing(c->values), .migrate = false, .check_schema = false});
        try {
            return s->read([&](store::reading &r) {
                segment_writer w(r, folder);
                steps progress(o.progress, "events");
                const std::uint64_t written = w.run(progress);
                progress.clear();
                const std::string head = store::to_string(w.last());
                if (o.json) {
                    return print_json(json::object{
                        {"folder", folder.string()}, {"written", written}, {"events", w.last().first}, {"head", head}});
                }
                return print_all(printable(without_passwords_in(folder.string())) + ": " + std::to_string(written) +
                                 " new segments, with all events up to\nhead " + head + "\n");
            });
        } catch (const stop &e) {
            return fail(exit_io, e.what());
        }
    });
}

constexpr example segments_examples[]{
    {"What is new, to a folder whose files are served or copied", "uniform store segments --store names.db segments"},
};

} // namespace

const command store_segments_command = command_of<write_segments>(
    {"store segments", "write the history as files that never change", "FOLDER",
     "Writes each 4096 events that are complete as a file, without secrets, and index.ndjson, which names the files "
     "and "
     "has the head of the Merkle tree over their events. A file does not change any more once it is there; its name "
     "has the number of its first event and the hash of the last one. Only what is new is written. "
     "The files one after another are what `serve --follow` and scripts/verify_history.py read: "
     "docs/reference/history-format.md.",
     segments_examples});

} // namespace uniform::cli
