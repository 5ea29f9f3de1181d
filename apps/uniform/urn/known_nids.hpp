// A cache of the classifications of NIDs for a block: lists of URNs repeat them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

namespace uniform::cli {

class known_nids {
public:
    explicit known_nids(edition e) : edition_{e} {}

    struct entry {
        std::string_view nid; // lives as long as the block
        nid_classification verdict;
        const namespace_info *space = nullptr;
    };

    // For a NID of a URN, as it is written.
    const entry &find(std::string_view nid) {
        const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(nid[i])); };
        const std::size_t at =
            (byte(0) * 5 + byte(nid.size() / 2) * 17 + byte(nid.size() - 1) * 3 + nid.size()) % entries_.size();
        entry &e = entries_[at];
        if (e.nid == nid) return e;
        const namespace_info *space = namespace_registry::standard().find(nid);
        const bool registered = space != nullptr && space->status != namespace_status::unregistered;
        e = {nid, classify_nid(nid, registered, edition_), space};
        return e;
    }

private:
    edition edition_;
    std::array<entry, 64> entries_{};
};

} // namespace uniform::cli
