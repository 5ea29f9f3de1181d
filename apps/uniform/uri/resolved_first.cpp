#include "uri/resolved_first.hpp"

#include "print/exit.hpp"
#include "run/diagnostics.hpp"

namespace uniform::cli {

int resolved_first::read(const network_action_options &o, when colour) {
    if (o.resolve_base.empty()) return exit_good;
    const auto base = parse_uri(o.resolve_base, how_);
    if (!base) {
        std::string says;
        append_message(says, "--resolve-base", 1, {.why = base.error(), .text = o.resolve_base},
                       style_of_messages(colour));
        print_message(says);
        return exit_bad_input;
    }
    base_ = *base;
    return exit_good;
}

std::expected<reference_view, error> resolved_first::target(const reference_view &r, std::vector<char> &buffer) const {
    buffer.resize(std::max(buffer.size(), base_->text().size() + r.text().size() + resolve_slack));
    const auto found = resolve_to(buffer, *base_, r);
    if (!found) return std::unexpected{found.error()};
    if (!found->current_document) return found->reference;
    // 2003 draft 4.2, RFC 2396 4.2: the document with the base URI; "" or a fragment follows.
    const std::string_view base = base_->text().substr(0, base_->text().find('#'));
    const auto end = std::ranges::copy(r.text(), std::ranges::copy(base, buffer.begin()).out).out;
    parse_options whole = how_;
    whole.max_length = 0xFFFFFFFE;
    return parse_uri_reference({buffer.begin(), end}, whole);
}

} // namespace uniform::cli
