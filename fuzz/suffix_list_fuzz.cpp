// A list of public suffixes, and behind its last line end a name: a list that is read finds a suffix of each name,
// which begins after a full stop, and by the rules of registries alone none that a rule of the other section made.
#include <cstdlib>
#include <string_view>

#include <uniform/idna/public_suffix.hpp>

namespace {

using namespace uniform::idna;

void must(bool holds) {
    if (!holds) std::abort();
}

void find(std::string_view name, const suffix_list &list, suffix_rules which) {
    const auto parts = domain_of(name, list, which);
    if (!parts) return;
    const std::string_view whole = parts->name;
    const auto is_end = [whole](std::string_view part) {
        return whole.ends_with(part) && (part.size() == whole.size() || whole[whole.size() - part.size() - 1] == '.');
    };
    must(!parts->suffix().empty() && is_end(parts->suffix()) && !(parts->is_private && which == suffix_rules::icann));
    if (parts->registrable().empty()) {
        must(parts->suffix() == whole && parts->label().empty() && parts->subdomain().empty());
        return;
    }
    must(is_end(parts->registrable()) && parts->label().find('.') == std::string_view::npos);
    must(parts->registrable().size() == parts->label().size() + 1 + parts->suffix().size());
    const std::size_t before = whole.size() - parts->registrable().size();
    must(parts->subdomain().size() == (before == 0 ? 0 : before - 1));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char *>(data), size};
    const std::size_t lines = text.rfind('\n') + 1; // npos + 1 is 0
    const auto list = suffix_list::read(text.substr(0, lines), "a fuzzer");
    if (!list) {
        must(!list.error().says.empty() && list.error().offset <= lines);
        return 0;
    }
    must(list->size() > 0);
    for (const auto which : {suffix_rules::all, suffix_rules::icann}) find(text.substr(lines), *list, which);
    return 0;
}
