// Arrow arrays for tests: made of rows in each of the layouts, and read back as rows.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/columns/columns.hpp>

namespace uniform::columns::test {

using row = std::optional<std::string>;
using rows = std::vector<row>;

// The layout of the rows. `view` has texts of up to 12 bytes in the row itself, longer ones in two buffers in turn.
enum class layout : std::uint8_t { utf8, large_utf8, utf8_view, dictionary8, dictionary32, dictionary64 };

inline void keep(ArrowSchema * /*type*/) {}
inline void keep(ArrowArray * /*array*/) {}

// An array and its buffers, which stay those of this object: releasing the structs does nothing.
class array {
public:
    // `before`: so many other rows stand before the first in the buffers, as in a slice.
    array(layout how, const rows &texts, std::int64_t before = 0) {
        rows all(static_cast<std::size_t>(before), row{"http://not.this.row/"});
        all.insert(all.end(), texts.begin(), texts.end());
        switch (how) {
        case layout::utf8:
            plain<std::int32_t>("u", all);
            break;
        case layout::large_utf8:
            plain<std::int64_t>("U", all);
            break;
        case layout::utf8_view:
            views(all);
            break;
        case layout::dictionary8:
            dictionary<std::int8_t>("c", layout::utf8, all);
            break;
        case layout::dictionary32:
            dictionary<std::uint32_t>("I", layout::large_utf8, all);
            break;
        case layout::dictionary64:
            dictionary<std::int64_t>("l", layout::utf8_view, all);
            break;
        }
        data.length = static_cast<std::int64_t>(texts.size());
        data.offset = before;
        data.null_count = -1;
        data.buffers = buffers.data();
        data.n_buffers = static_cast<std::int64_t>(buffers.size());
        data.release = &keep;
        type.release = &keep;
    }
    array(const array &) = delete;
    array &operator=(const array &) = delete;

    ArrowSchema type{};
    ArrowArray data{};
    std::vector<const void *> buffers;
    std::vector<std::uint8_t> validity;
    std::vector<std::uint8_t> fixed; // offsets, views or indices
    std::string bytes, more_bytes;
    std::vector<std::int64_t> sizes;
    std::vector<array *> owned;
    ~array() {
        for (const array *a : owned) delete a;
    }

    template <class T>
    [[nodiscard]] T &fixed_as(std::size_t i) {
        return reinterpret_cast<T *>(fixed.data())[i];
    }

private:
    void add_validity(const rows &all) {
        validity.resize((all.size() + 7) / 8 + 1);
        bool nulls = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            nulls = nulls || !all[i];
            if (all[i]) validity[i / 8] = static_cast<std::uint8_t>(validity[i / 8] | 1U << (i % 8));
        }
        buffers.push_back(nulls ? validity.data() : nullptr);
    }
    template <class T>
    void append(T value) {
        const std::size_t at = fixed.size();
        fixed.resize(at + sizeof value);
        std::memcpy(fixed.data() + at, &value, sizeof value);
    }
    template <class Offset>
    void plain(const char *format, const rows &all) {
        type.format = format;
        add_validity(all);
        append(Offset{0});
        for (const row &r : all) {
            bytes += r.value_or("");
            append(static_cast<Offset>(bytes.size()));
        }
        buffers.push_back(fixed.data());
        buffers.push_back(bytes.data());
    }
    void views(const rows &all) {
        type.format = "vu";
        add_validity(all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string text = all[i].value_or("");
            append(static_cast<std::int32_t>(text.size()));
            if (text.size() <= 12) {
                char inside[12]{};
                text.copy(inside, sizeof inside);
                for (const char c : inside) append(c);
                continue;
            }
            std::string &to = i % 2 == 0 ? bytes : more_bytes;
            for (const char c : text.substr(0, 4)) append(c);
            append(std::int32_t{i % 2 != 0});
            append(static_cast<std::int32_t>(to.size()));
            to += text;
        }
        sizes = {static_cast<std::int64_t>(bytes.size()), static_cast<std::int64_t>(more_bytes.size())};
        buffers.insert(buffers.end(), {fixed.data(), bytes.data(), more_bytes.data(), sizes.data()});
    }
    template <class Index>
    void dictionary(const char *format, layout values, const rows &all) {
        type.format = format;
        add_validity(all);
        rows distinct;
        for (const row &r : all) {
            std::size_t at = 0;
            while (at < distinct.size() && distinct[at] != r) ++at;
            if (at == distinct.size() && r) distinct.push_back(r);
            append(static_cast<Index>(r ? at : 0));
        }
        buffers.push_back(fixed.data());
        owned.push_back(new array{values, distinct});
        type.dictionary = &owned.back()->type;
        data.dictionary = &owned.back()->data;
    }
};

// A result, released at its end.
struct result {
    ArrowSchema type{};
    ArrowArray data{};
    result() = default;
    result(const result &) = delete;
    result &operator=(const result &) = delete;
    ~result() {
        if (data.release != nullptr) data.release(&data);
        if (type.release != nullptr) type.release(&type);
    }

    // Its rows as text: "true", "80"; of a null, nullopt.
    [[nodiscard]] rows read() const {
        rows out;
        const auto *valid = static_cast<const std::uint8_t *>(data.buffers[0]);
        for (std::int64_t i = 0; i < data.length; ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (valid != nullptr && (valid[at / 8] >> (at % 8) & 1) == 0) {
                out.emplace_back();
                continue;
            }
            switch (type.format[0]) {
            case 'u':
                out.emplace_back(text<std::int32_t>(at));
                break;
            case 'U':
                out.emplace_back(text<std::int64_t>(at));
                break;
            case 'i':
                out.emplace_back(std::to_string(static_cast<const std::int32_t *>(data.buffers[1])[at]));
                break;
            default:
                out.emplace_back((static_cast<const std::uint8_t *>(data.buffers[1])[at / 8] >> (at % 8) & 1) != 0
                                     ? "true"
                                     : "false");
            }
        }
        return out;
    }

private:
    template <class Offset>
    [[nodiscard]] std::string text(std::size_t at) const {
        const auto *offsets = static_cast<const Offset *>(data.buffers[1]);
        return {static_cast<const char *>(data.buffers[2]) + offsets[at],
                static_cast<std::size_t>(offsets[at + 1] - offsets[at])};
    }
};

} // namespace uniform::columns::test
