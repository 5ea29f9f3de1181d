// URIs in a column of texts.
#include <uniform/columns/find_in.hpp>

#include <array>
#include <cstdint>
#include <string_view>

#include "../check.hpp"

using namespace uniform;

namespace {

// Two messages as an array of Arrow's type utf8: no validity, offsets, bytes.
void finding_in_a_column() {
    constexpr std::string_view bytes = "see <http://a.example/b>nothing";
    const std::array<std::int32_t, 3> offsets{0, 24, 31};
    std::array<const void *, 3> buffers{nullptr, offsets.data(), bytes.data()};
    ArrowSchema type{};
    type.format = "u";
    type.release = [](ArrowSchema *) {}; // its texts are on the stack
    ArrowArray messages{};
    messages.length = 2;
    messages.release = [](ArrowArray *) {};
    messages.n_buffers = 3;
    messages.buffers = buffers.data();

    ArrowSchema result_type{};
    ArrowArray lists{};
    CHECK(columns::find_in(type, messages, {}, result_type, lists));
    const auto *ends = static_cast<const std::int32_t *>(lists.buffers[1]);
    CHECK(lists.length == 2 && ends[1] == 1 && ends[2] == 1); // one in the first message, none in the second
    const ArrowArray &found = *lists.children[0];
    const auto *begins = static_cast<const std::int64_t *>(found.children[1]->buffers[1]);
    CHECK(begins[0] == 5);
    const std::string_view uris{static_cast<const char *>(found.children[0]->buffers[2]), 18};
    CHECK(uris == "http://a.example/b");
    lists.release(&lists);
    result_type.release(&result_type);
}

} // namespace

int main() {
    finding_in_a_column();
    return 0;
}
