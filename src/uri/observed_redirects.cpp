// Observed redirects (RFC 3986 6.2.4): added, and loops of them found.

#include <uniform/uri/redirects.hpp>

#include <uniform/uri/normalize.hpp>

namespace uniform {

namespace {

// The key of the table: the scheme-based normal form, without fragment.
std::string key(const uri_view &u) {
    std::string normal = normalize(u, {.level = comparison_level::scheme});
    if (const std::size_t hash = normal.find('#'); hash != std::string::npos) normal.resize(hash);
    return normal;
}

} // namespace

std::expected<void, error> redirect_table::add(const uri_view &from, const uri_view &to) {
    std::string source = key(from);
    std::string destination = key(to);
    std::string_view end = destination;
    for (auto it = next_.find(end); it != next_.end() && end != source; it = next_.find(end)) end = it->second;
    if (end == source) return std::unexpected{error{0, error_code::invalid_mapping, rule::none, from.edition()}};
    next_.insert_or_assign(std::move(source), std::move(destination));
    return {};
}

std::vector<std::vector<std::string>> redirect_table::add_list(std::span<const std::pair<uri_view, uri_view>> list) {
    std::vector<std::string> sources;
    sources.reserve(list.size());
    for (const auto &[from, to] : list) {
        sources.push_back(key(from));
        next_.insert_or_assign(sources.back(), key(to));
    }
    // Every key has one target: a walk that meets a key of the same walk has found a loop. A loop that begins in the
    // table goes through the list, because the table had none.
    std::unordered_map<std::string_view, std::size_t> walk_of;
    std::vector<std::vector<std::string>> loops;
    for (std::size_t walk = 0; walk < sources.size(); ++walk) {
        auto at = next_.find(sources[walk]);
        while (at != next_.end() && walk_of.emplace(at->first, walk).second) at = next_.find(at->second);
        if (at == next_.end() || walk_of.at(at->first) != walk) continue;
        std::vector<std::string> &loop = loops.emplace_back();
        const std::string_view first = at->first;
        do {
            loop.push_back(at->first);
            at = next_.find(at->second);
        } while (at->first != first);
    }
    for (const auto &loop : loops) {
        for (const std::string &member : loop) next_.erase(member);
    }
    return loops;
}

} // namespace uniform
