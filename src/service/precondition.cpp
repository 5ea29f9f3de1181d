#include <uniform/service/precondition.hpp>

#include <algorithm>

namespace uniform::service {

namespace {

std::string list_of(const named_versions &v) {
    if (v.any) return "*";
    std::string out;
    for (const std::uint64_t n : v.numbers) {
        if (!out.empty()) out += ',';
        out += std::to_string(n);
    }
    return out;
}

std::string numbers_or_nothing(const named_versions &v) {
    if (v.numbers.empty()) return "one that this service issued";
    std::string out;
    for (std::size_t i = 0; i < v.numbers.size() && i < 3; ++i) {
        out += (i == 0 ? "" : " or ") + std::to_string(v.numbers[i]);
    }
    return v.numbers.size() > 3 ? out + " or others" : out;
}

} // namespace

bool named_versions::has(std::uint64_t version) const noexcept {
    return any || std::ranges::find(numbers, version) != numbers.end();
}

std::expected<void, resolver::problem> precondition::check(std::optional<std::uint64_t> there,
                                                           std::string_view what) const {
    const bool matched = !match || (there && match->has(*there));
    if (matched && !(none_match && there && none_match->has(*there))) return {};
    resolver::problem p{.type = resolver::problem_type::precondition_failed};
    if (there) p.members = {{"version", *there}};
    if (!matched) { // RFC 9110 13.2.2: If-Match is evaluated first
        p.detail =
            there ? std::string(what) + " has version " + std::to_string(*there) + ", not " + numbers_or_nothing(*match)
                  : std::string(what) + " does not exist yet";
        p.rule = "RFC 9110 section 13.1.1";
    } else {
        p.detail = std::string(what) + " already exists, with version " + std::to_string(*there);
        p.rule = "RFC 9110 section 13.1.2";
    }
    return std::unexpected{std::move(p)};
}

std::string to_string(const precondition &p) {
    std::string out = p.match ? list_of(*p.match) : std::string{};
    if (p.none_match) out += "!" + list_of(*p.none_match);
    return out;
}

} // namespace uniform::service
