#include <uniform/url/access_plan.hpp>

#include <uniform/base/enum_names.hpp>

namespace uniform {

std::string_view to_string(credentials c) noexcept {
    static constexpr auto names = enum_table<credentials>({{credentials::none, "none"},
                                                           {credentials::given, "given"},
                                                           {credentials::ask_password, "ask-password"},
                                                           {credentials::anonymous, "anonymous"},
                                                           {credentials::advisory, "advisory"}});
    return names.name(c);
}

} // namespace uniform
