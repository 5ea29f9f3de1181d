#include <uniform/idna/public_suffix.hpp>

#include <algorithm>
#include <memory>

#include <libpsl.h>
#include <sys/stat.h>

#include <uniform/base/ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>

namespace uniform::idna {

namespace {

constexpr std::size_t longest_dns_name = 253; // RFC 1035 2.3.4, without the octet of the root
// Each octet of a name stands for one character at most, of four bytes that are each percent-encoded.
constexpr std::size_t longest_host = std::size_t{3} * 4 * longest_dns_name;

struct list_and_source {
    std::unique_ptr<psl_ctx_t, decltype(&psl_free)> list{nullptr, &psl_free};
    suffix_list about;
};

const list_and_source &loaded() {
    static const list_and_source only = [] {
        list_and_source l;
        l.list.reset(psl_latest(nullptr));
        // psl_latest() takes the distribution's file if it was changed after the list that is built in was.
        const std::int64_t built_in = psl_builtin_file_time();
        const char *const file = psl_dist_filename();
        struct stat found{};
        if (file != nullptr && *file != '\0' && ::stat(file, &found) == 0 && found.st_mtime > built_in) {
            l.about = {file, found.st_mtime};
        } else {
            l.about = {"built into libpsl", built_in};
        }
        return l;
    }();
    return only;
}

bool is_number(std::string_view label) { return std::ranges::all_of(label, ascii::is_digit); }

} // namespace

std::optional<domain_parts> domain_of(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty() || host.size() > longest_host) return std::nullopt;
    auto looked_up = lookup_name(host);
    if (!looked_up) return std::nullopt;
    domain_parts parts;
    std::string &name = parts.name;
    name = *std::move(looked_up);
    if (name.ends_with('.')) name.pop_back(); // which a percent-encoding or another full stop of UTS 46 stood for
    if (name.empty() || name.size() > longest_dns_name || name.starts_with('.') || name.ends_with('.') ||
        name.starts_with('[') || name.contains("..")) {
        return std::nullopt;
    }
    // No top-level domain is a number; what ends with one is an IPv4 address or was meant as one.
    if (is_number(std::string_view{name}.substr(name.rfind('.') + 1))) return std::nullopt;
    const psl_ctx_t *const list = loaded().list.get();
    const char *const suffix = list == nullptr ? nullptr : psl_unregistrable_domain(list, name.c_str());
    if (suffix == nullptr) return std::nullopt;
    parts.suffix = suffix;
    parts.listed = psl_is_public_suffix2(list, suffix, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) == 1;
    if (const char *const registrable = psl_registrable_domain(list, name.c_str()); registrable != nullptr) {
        parts.registrable = registrable;
    }
    return parts;
}

const suffix_list &current_suffix_list() { return loaded().about; }

} // namespace uniform::idna
