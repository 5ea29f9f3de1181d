#include <uniform/json/merge_patch.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace uniform::json {

void merge_patch(value &target, const value &patch) {
    if (!patch.is_object()) {
        target = patch;
        return;
    }
    if (!target.is_object()) target = object{};
    object &all = *target.if_object();
    const std::size_t size = all.size(); // those behind are new, and no other member of the patch has their names
    std::vector<std::size_t> by_name(size);
    std::iota(by_name.begin(), by_name.end(), std::size_t{0});
    const auto name_of = [&](std::size_t i) -> const std::string & { return all[i].name; };
    std::ranges::sort(by_name, {}, name_of);
    std::vector<bool> removed(size);
    for (const member &m : patch.members()) {
        const auto it = std::ranges::lower_bound(by_name, m.name, {}, name_of);
        const bool is_there = it != by_name.end() && name_of(*it) == m.name;
        if (m.value.is_null()) {
            if (is_there) removed[*it] = true;
        } else {
            merge_patch(is_there ? all[*it].value : all.emplace_back(m.name, value{}).value, m.value);
        }
    }
    std::size_t i = 0;
    std::erase_if(all, [&](const member &) { return i < size && removed[i++]; });
}

} // namespace uniform::json
