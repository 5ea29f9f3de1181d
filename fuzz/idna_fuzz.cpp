// A host name: what each conversion gives, it leaves as it is; what is shown is a name or the text; the parts of a name
// are its ends.
#include <cstdlib>
#include <expected>
#include <string>
#include <string_view>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/idna/spoofing.hpp>
#include <uniform/idna/uts46.hpp>

namespace {

using namespace uniform::idna;

void must(bool holds) {
    if (!holds) std::abort();
}

bool gives(const std::expected<std::string, problem> &made, std::string_view name) {
    return made.has_value() && *made == name;
}

void convert(std::string_view name, rules by) {
    const auto ascii = to_ascii(name, by);
    if (!ascii) {
        const auto &why = ascii.error();
        must(why.offset + why.size <= name.size() && !why.says.empty());
        return;
    }
    for (const char c : *ascii) must(static_cast<unsigned char>(c) < 0x80);
    must(gives(to_ascii(*ascii, by), *ascii));
    const auto unicode = to_unicode(name, by);
    must(unicode.has_value());
    // Browsers' rules keep labels that are no A-labels.
    if (by != rules::browser) must(gives(to_ascii(*unicode, by), *ascii));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view name{reinterpret_cast<const char *>(data), size};
    for (const auto by : {rules::uts46, rules::idna2008, rules::browser}) convert(name, by);
    for (const bool transitional : {false, true}) {
        const uts46_options options{.check_hyphens = false, .transitional = transitional, .verify_dns_length = false};
        const auto made = uts46_to_ascii(name, options);
        if (made.ok()) must(uts46_to_ascii(made.text, options).text == made.text);
        must(made.ok() == message(made.errors).empty());
    }
    must(!display(name).text.empty() || name.empty());
    static_cast<void>(spoofing_of(name));
    static_cast<void>(lookup_name(name));
    if (const auto parts = domain_of(name)) {
        must(parts->name.ends_with(parts->suffix()) && parts->name.ends_with(parts->registrable()));
        must(parts->registrable().empty() || parts->registrable().ends_with(parts->suffix()));
    }
    return 0;
}
