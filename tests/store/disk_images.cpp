#include "disk_images.hpp"

#include <algorithm>
#include <limits>

namespace uniform::test {

namespace {

constexpr std::size_t sector = 512;
using type = disk_event::type;

void change_file(std::string &bytes, const disk_event &e) {
    const auto at = static_cast<std::size_t>(e.offset);
    if (e.is == type::truncate) {
        bytes.resize(std::min(bytes.size(), at));
        return;
    }
    if (bytes.size() < at + e.bytes.size()) bytes.resize(at + e.bytes.size());
    bytes.replace(at, e.bytes.size(), e.bytes);
}

/// Some sectors of a write; the others are as before, or random.
void tear(std::string &bytes, const disk_event &e, bool garbled, std::mt19937 &random) {
    for (std::size_t done = 0; done < e.bytes.size();) {
        const auto at = static_cast<std::size_t>(e.offset) + done;
        const auto size = std::min(sector - at % sector, e.bytes.size() - done);
        disk_event part{.is = type::write, .file = {}, .offset = at, .bytes = e.bytes.substr(done, size)};
        const bool written = random() % 2U == 0;
        if (!written && garbled)
            for (char &c : part.bytes) c = static_cast<char>(random());
        if (written || garbled) change_file(bytes, part);
        done += size;
    }
}

} // namespace

simulated_disk::simulated_disk(const disk_image &files) {
    for (const auto &[name, bytes] : files) {
        durable_names_[name] = files_.size();
        files_.push_back(bytes);
    }
    names_ = durable_names_;
}

void simulated_disk::apply(const disk_event &e) {
    switch (e.is) {
    case type::create:
        names_[e.file] = files_.size();
        changes_.push_back({&e, files_.size()});
        files_.emplace_back();
        return;
    case type::remove:
        changes_.push_back({&e, names_.at(e.file)});
        names_.erase(e.file);
        return;
    case type::write:
    case type::truncate:
        changes_.push_back({&e, names_.at(e.file)});
        return;
    case type::sync: {
        const auto file = names_.at(e.file);
        std::erase_if(changes_, [&](const change &c) {
            const bool now = c.file == file && (c.event->is == type::write || c.event->is == type::truncate);
            if (now) change_file(files_[file], *c.event);
            return now;
        });
        return;
    }
    case type::sync_folder:
        durable_names_ = names_;
        std::erase_if(changes_,
                      [](const change &c) { return c.event->is == type::create || c.event->is == type::remove; });
        return;
    case type::note:
        return;
    }
}

std::size_t simulated_disk::pending() const noexcept { return changes_.size(); }

disk_image simulated_disk::after_power_loss(unsynced u, std::mt19937 &random) const {
    auto files = files_;
    auto names = durable_names_;
    const bool in_order = u == unsynced::prefix || u == unsynced::torn || u == unsynced::garbled;
    const auto end = in_order ? random() % (changes_.size() + 1) : changes_.size();
    // A torn write is the last one that reached the disk.
    const auto torn =
        (u == unsynced::torn || u == unsynced::garbled) && end != 0 ? end - 1 : std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < end; ++i) {
        const auto &c = changes_[i];
        if (u == unsynced::lost || (u == unsynced::any && random() % 2U == 0)) continue;
        if (c.event->is == type::create)
            names[c.event->file] = c.file;
        else if (c.event->is == type::remove)
            names.erase(c.event->file);
        else if (i == torn && c.event->is == type::write)
            tear(files[c.file], *c.event, u == unsynced::garbled, random);
        else
            change_file(files[c.file], *c.event);
    }
    disk_image image;
    for (const auto &[name, file] : names) image[name] = files[file];
    return image;
}

} // namespace uniform::test
