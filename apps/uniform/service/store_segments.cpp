// uniform store segments: the history in files that never change, for object storage or a CDN.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/http/server.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/history_segments.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/merkle_tree.hpp>
#include <uniform/store/other_history.hpp>
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

// Writes it whole, or not at all. Throws stop.
void write_file(const std::filesystem::path &path, std::string_view text) {
    const std::string part = path.string() + ".part";
    descriptor out(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (out.get() < 0) throw stop(file_error(part, errno));
    write_all(out.get(), text, part);
    const bool on_disk = ::fsync(out.get()) == 0;
    if (!out.close() || !on_disk || ::rename(part.c_str(), path.c_str()) != 0) throw stop(file_error(part, errno));
}

// The segments that are there, by the index; nothing if there is none. Throws stop.
service::segments_index read_index(const std::filesystem::path &file) {
    std::ifstream in(file, std::ios::binary);
    if (!in.is_open()) return {};
    std::stringstream text;
    text << in.rdbuf();
    try {
        return service::read_segments_index(text.str());
    } catch (const store::other_history &e) {
        throw stop(file.string() + ": " + e.what());
    }
}

class segment_writer {
public:
    segment_writer(store::reading &r, std::filesystem::path folder)
        : reading_(r), folder_(std::move(folder)), index_(read_index(folder_ / service::segments_index_name)) {}

    // Returns how many segments it has written. Throws stop.
    std::uint64_t run(steps &progress) {
        const std::uint64_t size = reading_.head().first;
        const service::segments_index before = index_;
        check(before.head);
        if (size == before.head.first) return 0;

        index_.segments.resize(before.complete()); // another one replaces the last one, if it was not complete
        const std::uint64_t number = before.complete() * service::events_of_segment;
        index_.head = {number, number == 0 ? store::digest{} : reading_.event_at(number).value().hash};
        while (index_.head.first < size) {
            write_next(std::min(service::events_of_segment, size - index_.head.first));
            progress(index_.head.first, size);
        }
        write_file(folder_ / service::segments_index_name, service::segments_index_text(index_));
        if (before.segments.size() > before.complete()) {
            std::error_code ignored; // a file that no index names does no harm
            std::filesystem::remove(folder_ / before.segments.back().file, ignored);
        }
        return index_.segments.size() - before.complete();
    }
    [[nodiscard]] const store::history_head &last() const noexcept { return index_.head; }

private:
    void check(const store::history_head &head) {
        if (head.first == 0) return;
        const auto e = reading_.event_at(head.first);
        if (!e || e->hash != head.second) {
            throw stop(folder_.string() + ": its segments are of another history: they end with event " +
                       store::to_string(head));
        }
    }
    void write_next(std::uint64_t events) {
        std::string text = service::first_history_line(index_.head);
        store::merkle_tree tree;
        const std::uint64_t first = index_.head.first + 1;
        reading_.each_event(index_.head.first, events, [&](const store::event &e) {
            service::append_history_line(text, e, service::secrets::withheld);
            tree.add(store::leaf_hash(e.hash));
            index_.head = {e.number, e.hash};
        });
        if (index_.head.first != first + events - 1) {
            throw store::failure(store::failure_kind::damaged, "event " + std::to_string(index_.head.first + 1) +
                                                                   " is missing. Run `uniform store verify`");
        }
        text += service::last_history_line(index_.head);
        index_.segments.push_back({service::segment_file(first, index_.head.second), tree.root()});
        write_file(folder_ / index_.segments.back().file, text);
    }

    store::reading &reading_;
    const std::filesystem::path folder_;
    service::segments_index index_;
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
     "Writes each 4096 events as a file, without secrets, what is left as another one, and index.ndjson, which names "
     "the "
     "files and has the head of the Merkle tree over their events. A file does not change once it is there; its name "
     "has the number of its first event and the hash of the last one. Only what is new is written; a file of fewer "
     "than "
     "4096 events is removed when the index names the one that replaces it. `serve --follow` follows the index, at a "
     "URL "
     "or as a file, and the files one after another are what scripts/verify_history.py reads: "
     "docs/reference/history-format.md.",
     segments_examples});

} // namespace uniform::cli
