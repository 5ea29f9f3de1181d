// The list that domain_of() uses, and the sources that it may have.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/idna/suffix_list.hpp>

#include "base/mutex.hpp"
#include "idna/suffix_lists.hpp"

namespace uniform::idna {

namespace {

#include "idna/public_suffixes.inc"

constexpr std::size_t longest_file = std::size_t{16} << 20U;
constexpr std::size_t longest_comment = 4096; // before the first rule
constexpr const char *debian_file = "/usr/share/publicsuffix/public_suffix_list.dat";

// The beginning of a file of at most `most` octets; nothing if it cannot be read.
std::optional<std::string> beginning_of(const char *path, std::size_t most) {
    const auto close = [](std::FILE *f) { std::fclose(f); };
    const std::unique_ptr<std::FILE, decltype(close)> file{std::fopen(path, "rb"), close};
    if (file == nullptr) return std::nullopt;
    std::string text;
    std::array<char, 16384> block{};
    while (text.size() < most) {
        const std::size_t n = std::fread(block.data(), 1, std::min(block.size(), most - text.size()), file.get());
        if (n == 0) break;
        text.append(block.data(), n);
    }
    if (std::ferror(file.get()) != 0) return std::nullopt;
    return text;
}

suffix_list built_in() {
    return suffix_list::of_pieces(built_in_rules, std::string{built_in_version}, std::string{built_in_commit});
}

suffix_list list_of_this_machine() {
    if (const char *const given = std::getenv("UNIFORM_SUFFIX_LIST"); given != nullptr && *given != '\0') {
        if (auto list = load_suffix_list(given)) return *std::move(list);
    }
    // Only a newer list is worth its time.
    if (const auto text = beginning_of(debian_file, longest_comment);
        text && stated_version(*text) > built_in_version) {
        if (auto list = load_suffix_list(debian_file)) return *std::move(list);
    }
    return built_in();
}

// Former lists are kept, because other threads may use them.
struct lists_in_use {
    base::mutex lock;
    std::vector<std::unique_ptr<const suffix_list>> kept UNIFORM_GUARDED_BY(lock);
    std::atomic<const suffix_list *> current = nullptr;

    const suffix_list &take(suffix_list list, bool is_first) {
        const base::scoped_lock held{lock};
        if (const suffix_list *const there = current; is_first && there != nullptr) return *there;
        kept.push_back(std::make_unique<const suffix_list>(std::move(list)));
        current = kept.back().get();
        return *kept.back();
    }
};

lists_in_use &in_use() {
    static lists_in_use all;
    return all;
}

} // namespace

const suffix_list &current_suffix_list() {
    lists_in_use &all = in_use();
    if (const suffix_list *const list = all.current.load(std::memory_order_acquire)) return *list;
    return all.take(list_of_this_machine(), true);
}

void use_suffix_list(suffix_list list) { in_use().take(std::move(list), false); }

std::expected<suffix_list, suffix_list_problem> load_suffix_list(const std::string &path) {
    const auto text = beginning_of(path.c_str(), longest_file + 1);
    if (!text) return std::unexpected{suffix_list_problem{.says = "the file cannot be read"}};
    if (text->size() > longest_file)
        return std::unexpected{suffix_list_problem{.says = "the file has more than 16 MiB"}};
    return suffix_list::read(*text, path);
}

} // namespace uniform::idna
