#include <uniform/url/access_plan.hpp>

namespace uniform {

std::string_view to_string(credentials c) noexcept {
    switch (c) {
    case credentials::none:
        break;
    case credentials::given:
        return "given";
    case credentials::ask_password:
        return "ask-password";
    case credentials::anonymous:
        return "anonymous";
    case credentials::advisory:
        return "advisory";
    }
    return "none";
}

} // namespace uniform
