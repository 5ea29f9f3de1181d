// Functions over columns of texts in Arrow's memory format.
#include <uniform/columns/arrow.hpp>
#include <uniform/columns/columns.hpp>

#include <array>
#include <cstdint>
#include <string_view>

#include "../check.hpp"

using namespace uniform;

namespace {

// Two URLs as an array of Arrow's type utf8: no validity, offsets, bytes.
void running_a_function() {
    constexpr std::string_view bytes = "http://A.example/ftp://b.example/";
    const std::array<std::int32_t, 3> offsets{0, 17, 33};
    std::array<const void *, 3> buffers{nullptr, offsets.data(), bytes.data()};
    ArrowSchema type{};
    type.format = "u";
    type.release = [](ArrowSchema *) {}; // its texts are on the stack
    ArrowArray urls{};
    urls.length = 2;
    urls.release = [](ArrowArray *) {};
    urls.n_buffers = 3;
    urls.buffers = buffers.data();

    const auto host = columns::function::make("host").value();
    ArrowSchema result_type{};
    ArrowArray hosts{};
    CHECK(host.run(type, urls, result_type, hosts));
    const auto *ends = static_cast<const std::int32_t *>(hosts.buffers[1]);
    const std::string_view text{static_cast<const char *>(hosts.buffers[2]), static_cast<std::size_t>(ends[2])};
    CHECK(hosts.length == 2 && text.substr(static_cast<std::size_t>(ends[1])) == "b.example");
    hosts.release(&hosts);
    result_type.release(&result_type);
}

void table_of_functions() {
    for (const columns::function_info &f : columns::functions()) {
        CHECK(!f.says.empty() && !to_string(f.result).empty());
        for (const columns::option_info &o : f.options) CHECK(!o.name.empty());
    }
    CHECK(columns::function::make("valid")->info().result == columns::result_type::boolean);
}

void options_and_failures() {
    const std::array<columns::option, 1> by_scheme{{{"level", "scheme"}}};
    CHECK(columns::function::make("normalize", by_scheme));
    const columns::failure why = columns::function::make("hosst").error();
    CHECK(why.kind == columns::failure_kind::unknown_function && !why.says.empty());
}

} // namespace

int main() {
    running_a_function();
    table_of_functions();
    options_and_failures();
    return 0;
}
