#include "columns/arguments.hpp"

#include <algorithm>

#include <uniform/syntax/edition.hpp>

namespace uniform::columns::detail {

namespace {

std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    // Options are short; what is not is a mistake, and need not be repeated whole.
    out += text.substr(0, 200);
    return out += '"';
}

} // namespace

std::expected<arguments, failure> arguments::of(const function_info &info, std::span<const option> given) {
    for (const option &o : given) {
        if (std::ranges::find(info.options, o.name, &option_info::name) == info.options.end()) {
            std::string says = std::string{info.name} + " has no option " + in_quotes(o.name);
            const char *before = "; it has ";
            for (const option_info &known : info.options) {
                says += before;
                says += known.name;
                before = ", ";
            }
            return std::unexpected{failure{failure_kind::unknown_option, std::move(says)}};
        }
    }
    for (const option_info &known : info.options) {
        if (known.fallback.empty() && std::ranges::find(given, known.name, &option::name) == given.end()) {
            return std::unexpected{failure{failure_kind::missing_option, std::string{info.name} + " needs the option " +
                                                                             in_quotes(known.name) + ": " +
                                                                             std::string{known.values}}};
        }
    }
    return arguments{info, given};
}

std::string_view arguments::text(std::string_view name) const noexcept {
    // The last one counts, as on a command line.
    for (std::size_t i = given_.size(); i > 0; --i) {
        if (given_[i - 1].name == name) return given_[i - 1].value;
    }
    return std::ranges::find(info_->options, name, &option_info::name)->fallback;
}

failure arguments::invalid(std::string_view name) const {
    return {failure_kind::invalid_option,
            "the option " + in_quotes(name) + " of " + std::string{info_->name} + " cannot be " +
                in_quotes(text(name)) + ": " +
                std::string{std::ranges::find(info_->options, name, &option_info::name)->values}};
}

std::expected<bool, failure> arguments::flag(std::string_view name) const {
    return read(name, [](std::string_view value) -> std::optional<bool> {
        if (value == "true" || value == "1") return true;
        if (value == "false" || value == "0") return false;
        return std::nullopt;
    });
}

std::expected<rule, failure> arguments::production() const {
    return read("production", &uniform::detail::production_from_word);
}

std::expected<uri, failure> arguments::base() const {
    auto parsed = uri::parse(std::string{text("base")});
    if (parsed) return *std::move(parsed);
    failure f = invalid("base");
    f.says += "; " + sentence(parsed.error(), text("base"));
    return std::unexpected{std::move(f)};
}

} // namespace uniform::columns::detail
