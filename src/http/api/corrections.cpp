#include "http/api/corrections.hpp"

#include <uniform/http/settings.hpp>

namespace uniform::http {

resolver::correction_rules corrections_of(const settings *s) noexcept {
    if (s == nullptr) return {};
    return {.enabled = s->corrections, .parameters = s->added_parameters, .suffixes = s->added_suffixes};
}

} // namespace uniform::http
