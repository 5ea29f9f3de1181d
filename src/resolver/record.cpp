// Records as bytes. The first byte is the state; then fields in the order of their tags, each a tag, a length (LEB128)
// and so many bytes. A field without value is left out, and there is one way only to write a record, so that equal
// records are equal bytes. A tag that is not known belongs to a later version: such bytes are refused as a whole.
//
//     02                               active
//     04 10 example.org/a/b/1          a locator that begins with "https://" and has nothing but a URL

#include <uniform/resolver/record.hpp>

#include <cstdint>
#include <limits>
#include <tuple>

namespace uniform::resolver {

namespace {

enum class tag : std::uint8_t {
    name = 1,
    registrar,
    locator,        // the URL alone
    secure_locator, // the URL alone, without its "https://"
    full_locator,   // the length of the URL, the URL, fields of `part`
    metadata,
    other_name,
    successor,
    predecessor,
    batch,
    reason,
    withdrawn,
    version, // when it is not 1
    value,   // the length of the type, the type, the value
};
enum class part : std::uint8_t { media_type = 1, language, country, weight, valid_from, valid_until };

constexpr std::string_view secure = "https://";

void put_number(std::string &out, std::uint64_t n) {
    for (; n >= 0x80; n >>= 7U) out += static_cast<char>(n | 0x80U);
    out += static_cast<char>(n);
}

// Time before 1970 is negative: zigzag keeps it short.
std::uint64_t as_number(timestamp t) noexcept {
    const auto n = static_cast<std::int64_t>(t.time_since_epoch().count());
    return (static_cast<std::uint64_t>(n) << 1U) ^ static_cast<std::uint64_t>(n >> 63);
}
timestamp as_time(std::uint64_t n) noexcept {
    const auto value = static_cast<std::int64_t>((n >> 1U) ^ (~(n & 1U) + 1U));
    return timestamp{std::chrono::microseconds{value}};
}

template <class Tag>
void put(std::string &out, Tag t, std::string_view value) {
    out += static_cast<char>(t);
    put_number(out, value.size());
    out += value;
}
template <class Tag>
void put_if(std::string &out, Tag t, std::string_view value) {
    if (!value.empty()) put(out, t, value);
}
template <class Tag>
void put_value(std::string &out, Tag t, std::uint64_t value) {
    std::string bytes;
    put_number(bytes, value);
    put(out, t, bytes);
}

bool is_plain(const locator &l) noexcept {
    return l.media_type.empty() && l.language.empty() && l.country.empty() && l.weight == 1 && !l.valid_from &&
           !l.valid_until;
}

void put_locator(std::string &out, const locator &l) {
    if (is_plain(l)) {
        if (l.url.starts_with(secure)) {
            put(out, tag::secure_locator, std::string_view{l.url}.substr(secure.size()));
        } else {
            put(out, tag::locator, l.url);
        }
        return;
    }
    std::string bytes;
    put_number(bytes, l.url.size());
    bytes += l.url;
    put_if(bytes, part::media_type, l.media_type);
    put_if(bytes, part::language, l.language);
    put_if(bytes, part::country, l.country);
    if (l.weight != 1) put_value(bytes, part::weight, l.weight);
    if (l.valid_from) put_value(bytes, part::valid_from, as_number(*l.valid_from));
    if (l.valid_until) put_value(bytes, part::valid_until, as_number(*l.valid_until));
    put(out, tag::full_locator, bytes);
}

// Reads from the front; after a failure everything else fails.
class reader {
public:
    explicit reader(std::string_view bytes) noexcept : rest_(bytes) {}

    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
    [[nodiscard]] std::optional<std::uint64_t> number() noexcept {
        std::uint64_t n = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (rest_.empty()) return std::nullopt;
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            const std::uint64_t bits = byte & 0x7FU;
            if (shift == 63 && bits > 1) return std::nullopt;
            n |= bits << shift;
            if (byte < 0x80) {
                if (byte == 0 && shift != 0) return std::nullopt; // longer than needed
                return n;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::string_view> text(std::uint64_t size) noexcept {
        if (size > rest_.size()) return std::nullopt;
        const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
        rest_.remove_prefix(taken.size());
        return taken;
    }
    struct field {
        std::uint8_t tag;
        std::string_view value;
    };
    [[nodiscard]] std::optional<field> next() noexcept {
        const auto t = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        const auto size = number();
        if (!size) return std::nullopt;
        const auto value = text(*size);
        if (!value) return std::nullopt;
        return field{t, *value};
    }

private:
    std::string_view rest_;
};

std::optional<std::uint64_t> whole_number(std::string_view bytes) noexcept {
    reader in{bytes};
    const auto n = in.number();
    return n && in.at_end() ? n : std::nullopt;
}

bool read_part(locator &l, const reader::field &f) {
    switch (static_cast<part>(f.tag)) {
    case part::media_type:
        l.media_type = f.value;
        return !f.value.empty();
    case part::language:
        l.language = f.value;
        return !f.value.empty();
    case part::country:
        l.country = f.value;
        return !f.value.empty();
    default:
        break;
    }
    const auto n = whole_number(f.value);
    if (!n) return false;
    switch (static_cast<part>(f.tag)) {
    case part::weight:
        if (*n == 1 || *n > std::numeric_limits<std::uint32_t>::max()) return false;
        l.weight = static_cast<std::uint32_t>(*n);
        return true;
    case part::valid_from:
        l.valid_from = as_time(*n);
        return true;
    case part::valid_until:
        l.valid_until = as_time(*n);
        return true;
    default:
        return false;
    }
}

bool read_full_locator(locator &l, std::string_view bytes) {
    reader in{bytes};
    const auto size = in.number();
    if (!size) return false;
    const auto url = in.text(*size);
    if (!url) return false;
    l.url = *url;
    for (std::uint8_t last = 0; !in.at_end();) {
        const auto f = in.next();
        if (!f || f->tag <= last || !read_part(l, *f)) return false;
        last = f->tag;
    }
    return !is_plain(l);
}

bool read_locator(name_record &r, const reader::field &f) {
    locator &l = r.locators.emplace_back();
    switch (static_cast<tag>(f.tag)) {
    case tag::locator:
        l.url = f.value;
        return !f.value.starts_with(secure);
    case tag::secure_locator:
        l.url.reserve(secure.size() + f.value.size());
        l.url = secure;
        l.url += f.value;
        return true;
    default:
        return read_full_locator(l, f.value);
    }
}

// The member for a field that is a single text.
std::string name_record::*text_member(tag t) noexcept {
    switch (t) {
    case tag::name:
        return &name_record::name;
    case tag::registrar:
        return &name_record::registrar;
    case tag::successor:
        return &name_record::successor;
    case tag::predecessor:
        return &name_record::predecessor;
    case tag::batch:
        return &name_record::batch;
    case tag::reason:
        return &name_record::reason;
    default:
        return nullptr;
    }
}

bool read_field(name_record &r, const reader::field &f) {
    const tag t = static_cast<tag>(f.tag);
    if (const auto member = text_member(t)) {
        r.*member = f.value;
        return !f.value.empty();
    }
    switch (t) {
    case tag::locator:
    case tag::secure_locator:
    case tag::full_locator:
        return read_locator(r, f);
    case tag::metadata:
        r.metadata = f.value;
        return !f.value.empty();
    case tag::other_name:
        r.other_names.emplace_back(f.value);
        return true;
    case tag::value: {
        reader in{f.value};
        const auto size = in.number();
        const auto type = size ? in.text(*size) : std::nullopt;
        if (!type || type->empty()) return false;
        r.values.push_back({std::string(*type), std::string(in.rest())});
        return true;
    }
    case tag::withdrawn: {
        const auto n = whole_number(f.value);
        if (n) r.withdrawn = as_time(*n);
        return n.has_value();
    }
    case tag::version: {
        const auto n = whole_number(f.value);
        r.version = n.value_or(0);
        return r.version > 1;
    }
    default:
        return false;
    }
}

// The three kinds of locator are one place in the order, since their own order is part of the record.
std::uint8_t place(std::uint8_t t) noexcept {
    const bool is_locator =
        t >= static_cast<std::uint8_t>(tag::locator) && t <= static_cast<std::uint8_t>(tag::full_locator);
    return is_locator ? static_cast<std::uint8_t>(tag::locator) : t;
}
bool repeats(std::uint8_t place_of_tag) noexcept {
    return place_of_tag == static_cast<std::uint8_t>(tag::locator) ||
           place_of_tag == static_cast<std::uint8_t>(tag::other_name) ||
           place_of_tag == static_cast<std::uint8_t>(tag::value);
}

} // namespace

std::string encode(const name_record &r) {
    std::string out;
    out += static_cast<char>(r.state);
    put_if(out, tag::name, r.name);
    put_if(out, tag::registrar, r.registrar);
    for (const locator &l : r.locators) put_locator(out, l);
    put_if(out, tag::metadata, r.metadata.text());
    for (const std::string &n : r.other_names) put(out, tag::other_name, n);
    put_if(out, tag::successor, r.successor);
    put_if(out, tag::predecessor, r.predecessor);
    put_if(out, tag::batch, r.batch);
    put_if(out, tag::reason, r.reason);
    if (r.withdrawn) put_value(out, tag::withdrawn, as_number(*r.withdrawn));
    if (r.version > 1) put_value(out, tag::version, r.version);
    for (const typed_value &v : r.values) {
        std::string bytes;
        put_number(bytes, v.type.size());
        bytes += v.type;
        bytes += v.value;
        put(out, tag::value, bytes);
    }
    return out;
}

bool name_record::operator==(const name_record &other) const noexcept {
    const auto members = [](const name_record &r) {
        return std::tie(r.state, r.name, r.registrar, r.locators, r.metadata, r.other_names, r.successor, r.predecessor,
                        r.batch, r.reason, r.withdrawn, r.values);
    };
    return members(*this) == members(other);
}

std::uint64_t version_of(std::string_view bytes) noexcept {
    if (bytes.empty()) return 1;
    reader in{bytes.substr(1)};
    while (!in.at_end()) {
        const auto f = in.next();
        if (!f) return 1;
        if (static_cast<tag>(f->tag) == tag::version) return whole_number(f->value).value_or(1);
    }
    return 1;
}

std::optional<name_record> decode(std::string_view bytes) {
    std::optional<name_record> result;
    if (bytes.empty() || bytes[0] < 1 || bytes[0] > 3) return result;
    name_record &r = result.emplace();
    r.state = static_cast<name_state>(bytes[0]);
    reader in{bytes.substr(1)};
    for (std::uint8_t last = 0; !in.at_end();) {
        const auto f = in.next();
        const bool in_order = f && (place(f->tag) > last || (place(f->tag) == last && repeats(last)));
        if (!in_order || !read_field(r, *f)) {
            result.reset();
            return result;
        }
        last = place(f->tag);
    }
    return result;
}

} // namespace uniform::resolver
