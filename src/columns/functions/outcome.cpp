#include "columns/functions/outcome.hpp"

#include <utility>

namespace uniform::columns::scalar {

namespace {

refusal_in_words words_of(const error &why, std::string_view text) {
    return {static_cast<std::size_t>(why.offset), to_string(why.code), message(why, text),
            to_string(why.rule, why.edition),     why.document(),      why.section()};
}

refusal_in_words words_of(const refused_name &name, std::string_view /*text*/) {
    return {name.why.offset, "invalid_name",    std::string{name.why.says},
            name.production, name.why.document, name.why.section};
}

refusal_in_words words_of(const no_repair &why, std::string_view /*text*/) {
    return {why.offset, "no_repair", why.says, why.production, why.document, why.section};
}

} // namespace

outcome<std::string> outcome_of_name(std::expected<std::string, idna::problem> &&made) {
    if (!made) return std::unexpected{refusal{refused_name{std::move(made.error()), "label"}}};
    return *std::move(made);
}

refusal_in_words in_words(const refusal &r, std::string_view text) {
    return std::visit([text](const auto &why) { return words_of(why, text); }, r.why);
}

} // namespace uniform::columns::scalar
