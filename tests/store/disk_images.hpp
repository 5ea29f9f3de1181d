// The contents that a disk may have after a power loss: images made of the log of changes that failing_vfs keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "store/failing_vfs.hpp"

namespace uniform::test {

/// The files of a disk, by their names.
using disk_image = std::map<std::string, std::string>;

/// The fate of the changes that no sync has made durable.
enum class unsynced : std::uint8_t {
    lost,   ///< all of them
    kept,   ///< none is lost
    prefix, ///< those after some moment are lost
    any,    ///< any of them are lost: the disk writes them in an order of its own
    torn,   ///< as `prefix`, and of the last write only some sectors of 512 bytes were written
    garbled ///< as `torn`, and the other sectors of this write hold random bytes
};

/// A disk that has seen a part of a log. Files and their entries in the folder become durable separately.
class simulated_disk {
public:
    /// A disk on which `files` are durable.
    explicit simulated_disk(const disk_image &files);

    /// The next change. It must live as long as the disk.
    void apply(const disk_event &e);
    /// The number of changes that are not durable.
    [[nodiscard]] std::size_t pending() const noexcept;
    /// An image of the disk after a power loss now.
    [[nodiscard]] disk_image after_power_loss(unsynced u, std::mt19937 &random) const;

private:
    struct change {
        const disk_event *event;
        std::size_t file; ///< in files_
    };
    std::vector<std::string> files_; ///< durable contents
    std::map<std::string, std::size_t> durable_names_, names_;
    std::vector<change> changes_; ///< neither durable nor lost, in their order
};

} // namespace uniform::test
