#include <uniform/http/setting_type.hpp>

#include <cstddef>

#include <uniform/base/enum_names.hpp>

namespace uniform::http {

std::string_view to_string(setting_type t) noexcept {
    static constexpr auto names = enum_table<setting_type>({{setting_type::text, "text"},
                                                            {setting_type::choice, "choice"},
                                                            {setting_type::boolean, "true or false"},
                                                            {setting_type::number, "number"},
                                                            {setting_type::size, "size"},
                                                            {setting_type::duration, "duration"},
                                                            {setting_type::list, "list"}});
    return names.name(t);
}

} // namespace uniform::http
