// Repair: what it returns is valid, repairing it again changes nothing, and a host that is reported to nobody is in the
// text, behind "//". Host names in any script by each of the rules: never a crash, and A-labels that are stable.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/repair/repair.hpp>

using namespace uniform;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void try_names(std::string_view text) {
    for (const auto by : {idna::rules::uts46, idna::rules::idna2008, idna::rules::browser}) {
        const auto ascii = idna::to_ascii(text, by);
        if (!ascii) {
            require(ascii.error().offset + ascii.error().size <= text.size() && !ascii.error().says.empty());
            continue;
        }
        const auto again = idna::to_ascii(*ascii, by);
        require(again && *again == *ascii);
        (void)idna::to_unicode(text, by);
    }
    (void)idna::display(text);
    (void)idna::lookup_name(text);
    if (const auto parts = idna::domain_of(text)) {
        require(parts->name.ends_with(parts->suffix()) && parts->name.ends_with(parts->registrable()));
        require(parts->registrable().empty() || parts->registrable().ends_with(parts->suffix()));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text{reinterpret_cast<const char *>(data + 1), size - 1};
    const auto like = static_cast<interpretation>(data[0] % 3);
    const rule as = (data[0] & 4) != 0 ? rule::uri : rule::uri_reference;
    const repair_options how{.like = like, .as = as, .clean_first = (data[0] & 8) != 0};
    if (const auto repaired = repair(text, how)) {
        const auto parsed = parse_as(as, repaired->uri);
        require(parsed.has_value());
        require(repaired->changed == (repaired->uri != text));
        const auto again = repair(repaired->uri, how);
        require(again && !again->changed && again->uri == repaired->uri);
        const std::string host = ascii::lower_copy(parsed->host().value_or(""));
        const bool is_silent = repaired->changed && !repaired->host_before;
        require(!is_silent || ascii::lower_copy(text).contains(host));
        require(!is_silent || host.empty() || text.contains("//"));
    } else {
        require(repaired.error().offset <= text.size() && !repaired.error().says.empty());
    }
    if (text.size() <= 512) try_names(text);
    return 0;
}
