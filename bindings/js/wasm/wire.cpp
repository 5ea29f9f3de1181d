#include "wire.hpp"

#include <uniform/unicode/nfc.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/version.hpp>

#include <cstdlib>
#include <memory>
#include <new>

#include "syntax/kernels.hpp"

namespace uniform::json::detail {
// Part of the reader of JSON, which is not here; no result has a number with a fraction.
void append_real(std::string &out, double /*v*/);
void append_real(std::string &out, double /*v*/) { out += "null"; }
} // namespace uniform::json::detail

// Without memory the module stops, and JavaScript starts a new one; nothing is printed, which would need imports.
// NOLINTBEGIN
void *operator new(std::size_t size) {
    void *p = std::malloc(size == 0 ? 1 : size);
    if (p == nullptr) __builtin_trap();
    return p;
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char *, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
extern "C" void abort() { __builtin_trap(); }
// NOLINTEND

namespace uniform::js {

namespace {

constexpr u32 kept = 1U << 16; // bytes of a buffer that stay for the next call

struct freed {
    void operator()(char *p) const noexcept { std::free(p); }
};
constinit std::unique_ptr<char, freed> buffer; // NOLINT
constinit u32 capacity = 0;
std::string result; // NOLINT: one thread

} // namespace

constinit state shared{};

char *request() noexcept { return buffer.get(); }

arguments::arguments(u32 size) noexcept : at_{request()}, end_{request() + size} {}

std::optional<std::string_view> arguments::maybe() noexcept {
    if (at_ == end_) return std::nullopt;
    u32 size = 0;
    std::memcpy(&size, at_, 4);
    at_ += 4;
    if (size == 0xFFFFFFFF) return std::nullopt;
    const std::string_view s{at_, size};
    at_ += size;
    return s;
}

u32 units::before(std::uint64_t offset) noexcept {
    if (offset < at_) {
        at_ = 0;
        units_ = 0;
    }
    for (; at_ < offset && at_ < text_.size(); ++at_) {
        const auto c = static_cast<unsigned char>(text_[at_]);
        units_ += (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
    }
    return units_;
}

answer give(std::string value) {
    result = std::move(value);
    shared.result = result.data();
    shared.size = static_cast<u32>(result.size());
    return text;
}

uniform::json::writer &source(uniform::json::writer &w, std::string_view document, std::string_view section) {
    w.member("document", document).member("section", section).member("citation", citation(document, section));
    return w;
}

void write_error(uniform::json::writer &w, const error &e, std::string_view text, std::string_view argument) {
    w.begin_object()
        .member("code", to_string(e.code))
        .member("offset", units{text}.before(e.offset))
        .member("byteOffset", e.offset)
        .member("rule", to_string(e.rule, e.edition));
    source(w, e.document(), e.section())
        .member("reason", message(e, text))
        .member_if("argument", argument)
        .end_object();
}

answer fail(const error &e, std::string_view text, std::string_view argument) {
    give_json([&](uniform::json::writer &w) { write_error(w, e, text, argument); });
    return failed;
}

answer fail(const idna::problem &why, std::string_view production, std::string_view text) {
    give_json([&](uniform::json::writer &w) {
        w.begin_object().member("code", "invalid_name").member("offset", units{text}.before(why.offset));
        w.member("byteOffset", why.offset).member("rule", production);
        source(w, why.document, why.section).member("reason", why.says).end_object();
    });
    return failed;
}

answer fail(const refused_text &e, const std::array<std::string_view, 2> &texts,
            const std::array<std::string_view, 2> &names) {
    return fail(e.why, texts[e.argument], names[e.argument]);
}

normalize_options normalizing(u32 level, u32 flags) noexcept {
    normalize_options o;
    o.level = static_cast<comparison_level>(level);
    o.ignore_fragment = (flags & 1) != 0;
    o.rfc5952 = (flags & 2) != 0;
    if ((flags & 4) != 0) o.characters = to_nfc;
    return o;
}

query_options reading(u32 flags) noexcept {
    query_options o;
    o.semicolon = (flags & 1) != 0;
    if ((flags & 2) != 0) o.plus = plus::as_space;
    if (flags >> 8 != 0) o.separator = static_cast<char>(flags >> 8);
    return o;
}

} // namespace uniform::js

using namespace uniform::js;

extern "C" {

[[clang::export_name("state")]] const void *js_state() noexcept { return &shared; }

// The request buffer with room for `size` bytes; null when there is no memory for it.
[[clang::export_name("reserve")]] char *js_reserve(u32 size) noexcept {
    if (size <= capacity && buffer) return buffer.get();
    capacity = 0;
    buffer.reset();
    const u32 wanted = size < 1024 ? 1024 : size;
    buffer.reset(static_cast<char *>(std::malloc(wanted)));
    if (buffer) capacity = wanted;
    return buffer.get();
}

// The same, and what the buffer holds stays.
[[clang::export_name("extend")]] char *js_extend(u32 size) noexcept {
    if (size <= capacity) return buffer.get();
    char *larger = static_cast<char *>(std::realloc(buffer.get(), size));
    if (larger == nullptr) return nullptr;
    (void)buffer.release();
    buffer.reset(larger);
    capacity = size;
    return larger;
}

void js_release_columns() noexcept;

// Gives the memory of large buffers back.
[[clang::export_name("release")]] void js_release() noexcept {
    if (capacity > kept) {
        buffer.reset();
        capacity = 0;
    }
    if (result.capacity() > kept) result = std::string{};
    js_release_columns();
}
}

// The lists of names whose indices are options.
UNIFORM_JS(names)() {
    using namespace uniform;
    return give_json([](json::writer &w) {
        w.begin_object().member("version", uniform::version).key("editions").begin_array();
        for (const auto &each : detail::edition_table) w.string(each.name);
        w.end_array().key("documents").begin_array();
        for (const auto &each : detail::edition_table) w.string(each.document);
        w.end_array().key("offers").begin_object();
        for (const edition_use use : edition_uses) {
            w.key(to_string(use)).begin_array();
            for (unsigned e = 0; e < detail::edition_table.size(); ++e) {
                if (offers(use, static_cast<edition>(e))) w.number(std::uint64_t{e});
            }
            w.end_array();
        }
        w.end_object().key("levels").begin_array();
        for (const std::string_view each : comparison_level_names.names()) w.string(each);
        w.end_array().key("productions").begin_array();
        for (unsigned r = 0; r < static_cast<unsigned>(rule::none); ++r) w.string(to_string(static_cast<rule>(r)));
        w.end_array().key("algorithms").begin_array();
        for (const std::string_view each : check_algorithm_names.names()) w.string(each);
        w.end_array().end_object();
    });
}

// Why an edition is refused, by its name and the index of what it is not for.
UNIFORM_JS(refused_edition)(u32 size, u32 use) {
    return give(uniform::refused_edition(static_cast<uniform::edition_use>(use), arguments{size}.next()));
}

// Memory that is not given back, for the test of what happens without any.
UNIFORM_JS(take)(u32 size) {
    void *volatile taken = std::malloc(size); // volatile: otherwise the compiler leaves it out
    return taken != nullptr ? 1 : 0;
}

// Takes the kernel of that index, which tests compare, and returns how many there are.
UNIFORM_JS(kernel)(u32 index) {
    const auto kernels = uniform::detail::available_kernels();
    if (index < kernels.size()) uniform::detail::use_kernel(kernels[index]);
    return static_cast<std::int32_t>(kernels.size());
}
