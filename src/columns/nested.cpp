#include "columns/nested.hpp"

#include <array>
#include <limits>
#include <memory>
#include <utility>

namespace uniform::columns::detail {

namespace {

// The memory that an array owns: its buffers, and the structs of its children. "The C data interface", "Release
// callback semantics": a consumer may move a child out, which is released by itself then; the others are released by
// their parent.
struct owned_array {
    std::vector<std::uint8_t> valid;
    std::vector<std::int32_t> fixed32;
    std::vector<std::int64_t> fixed64;
    std::array<const void *, 2> buffers{};
    std::vector<ArrowArray> children;
    std::vector<ArrowArray *> places;
};

struct owned_type {
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema *> places;
};

template <class Owned, class Struct>
void release(Struct *given) {
    auto *const owned = static_cast<Owned *>(given->private_data);
    for (auto &child : owned->children) {
        if (child.release != nullptr) child.release(&child);
    }
    delete owned;
    given->release = nullptr;
}

// Moves the children in, and fills in what all nested arrays have in common.
ArrowArray array_of(std::unique_ptr<owned_array> owned, std::int64_t rows, std::int64_t buffers) {
    for (ArrowArray &child : owned->children) owned->places.push_back(&child);
    return {.length = rows,
            .null_count = 0,
            .offset = 0,
            .n_buffers = buffers,
            .n_children = static_cast<std::int64_t>(owned->children.size()),
            .buffers = owned->buffers.data(),
            .children = owned->places.data(),
            .dictionary = nullptr,
            .release = &release<owned_array, ArrowArray>,
            .private_data = owned.release()};
}

ArrowSchema type_of(const char *format, std::int64_t flags, std::unique_ptr<owned_type> owned) {
    for (ArrowSchema &child : owned->children) owned->places.push_back(&child);
    return {.format = format,
            .name = "",
            .metadata = nullptr,
            .flags = flags,
            .n_children = static_cast<std::int64_t>(owned->children.size()),
            .children = owned->places.data(),
            .dictionary = nullptr,
            .release = &release<owned_type, ArrowSchema>,
            .private_data = owned.release()};
}

} // namespace

nested_column::nested_column(nested_column &&other) noexcept : type_{other.type_}, array_{other.array_} {
    other.type_.release = nullptr;
    other.array_.release = nullptr;
}

nested_column::~nested_column() {
    if (array_.release != nullptr) array_.release(&array_);
    if (type_.release != nullptr) type_.release(&type_);
}

void nested_column::hand_over(ArrowSchema &type, ArrowArray &array) && noexcept {
    type = std::exchange(type_, {});
    array = std::exchange(array_, {});
}

nested_column nested_column::numbers(std::vector<std::int64_t> values) {
    auto owned = std::make_unique<owned_array>();
    const auto rows = static_cast<std::int64_t>(values.size());
    values.reserve(1); // a buffer is never null
    owned->fixed64 = std::move(values);
    owned->buffers[1] = owned->fixed64.data();
    nested_column made;
    made.type_ = type_of("l", 0, std::make_unique<owned_type>());
    made.array_ = array_of(std::move(owned), rows, 2);
    return made;
}

nested_column nested_column::of(result_column &&column) {
    nested_column made;
    std::move(column).hand_over(made.type_, made.array_);
    return made;
}

nested_column nested_column::structs(std::vector<nested_column> columns, std::vector<const char *> names) {
    auto owned = std::make_unique<owned_array>();
    auto owned_types = std::make_unique<owned_type>();
    const std::int64_t rows = columns.front().array_.length;
    owned->children.resize(columns.size());
    owned->places.reserve(columns.size());
    owned_types->children.resize(columns.size());
    owned_types->places.reserve(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::move(columns[i]).hand_over(owned_types->children[i], owned->children[i]);
        owned_types->children[i].name = names[i];
        owned_types->children[i].flags = 0;
    }
    nested_column made;
    made.type_ = type_of("+s", 0, std::move(owned_types));
    made.array_ = array_of(std::move(owned), rows, 1);
    return made;
}

nested_column nested_column::lists(std::vector<std::int64_t> offsets, validity valid, nested_column items) {
    auto owned = std::make_unique<owned_array>();
    auto owned_types = std::make_unique<owned_type>();
    const auto rows = static_cast<std::int64_t>(offsets.size()) - 1;
    const std::int64_t nulls = valid.nulls();
    const bool large = offsets.back() > std::numeric_limits<std::int32_t>::max();
    if (large) {
        owned->fixed64 = std::move(offsets);
        owned->buffers[1] = owned->fixed64.data();
    } else {
        owned->fixed32.reserve(offsets.size());
        for (const std::int64_t offset : offsets) owned->fixed32.push_back(static_cast<std::int32_t>(offset));
        owned->buffers[1] = owned->fixed32.data();
    }
    owned->valid = std::move(valid).take();
    owned->buffers[0] = nulls > 0 ? owned->valid.data() : nullptr;
    owned->children.resize(1);
    owned->places.reserve(1);
    owned_types->children.resize(1);
    owned_types->places.reserve(1);
    std::move(items).hand_over(owned_types->children[0], owned->children[0]);
    owned_types->children[0].name = "item";
    nested_column made;
    made.type_ = type_of(large ? "+L" : "+l", ARROW_FLAG_NULLABLE, std::move(owned_types));
    made.array_ = array_of(std::move(owned), rows, 2);
    made.array_.null_count = nulls;
    return made;
}

} // namespace uniform::columns::detail
