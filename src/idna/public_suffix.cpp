#include <uniform/idna/public_suffix.hpp>

#include <algorithm>
#include <memory>

#include <libpsl.h>
#include <sys/stat.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform::idna {

namespace {

// A name in the DNS has 253 octets at most; each character of a U-label has four bytes at most.
constexpr std::size_t longest_host = std::size_t{4} * 253;

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

std::string lower_case(std::string_view name) {
    if (base::is_us_ascii(name)) {
        return ascii::lower_copy(name);
    }
    std::string out;
    icu::UnicodeString::fromUTF8({name.data(), static_cast<std::int32_t>(name.size())})
        .toLower(icu::Locale::getRoot())
        .toUTF8String(out);
    return out;
}

// The last labels of a name, as many as `like` has: mapping to lower case may change the length of a label in UTF-8.
std::string_view last_labels(std::string_view name, std::string_view like) {
    auto labels = std::ranges::count(like, '.') + 1;
    std::size_t at = name.size();
    while (at > 0 && (name[at - 1] != '.' || --labels > 0)) --at;
    return name.substr(at);
}

bool is_number(std::string_view label) { return std::ranges::all_of(label, ascii::is_digit); }

} // namespace

std::optional<domain_parts> domain_of(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty() || host.size() > longest_host || host.find_first_of(std::string_view{"[%:/\0", 5}) < host.size() ||
        host.starts_with('.') || host.ends_with('.') || host.contains("..") || !is_utf8(host)) {
        return std::nullopt;
    }
    // No top-level domain is a number; what ends with one is an IPv4 address or was meant as one.
    if (is_number(host.substr(host.rfind('.') + 1))) return std::nullopt;
    const psl_ctx_t *const list = loaded().list.get();
    const std::string name = lower_case(host);
    const char *const suffix = list == nullptr ? nullptr : psl_unregistrable_domain(list, name.c_str());
    if (suffix == nullptr) return std::nullopt;
    domain_parts parts;
    parts.suffix = last_labels(host, suffix);
    parts.listed = psl_is_public_suffix2(list, suffix, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) == 1;
    if (const char *const registrable = psl_registrable_domain(list, name.c_str()); registrable != nullptr) {
        parts.registrable = last_labels(host, registrable);
    }
    return parts;
}

const suffix_list &current_suffix_list() { return loaded().about; }

} // namespace uniform::idna
