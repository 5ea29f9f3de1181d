#include "boundary.hpp"

#include <limits>
#include <new>
#include <stdexcept>

namespace uniform::c {

namespace {

// The constants of basics.h are the enumerators of uniform::edition, by number; tests/facts_basics.c compares the
// names.
constexpr auto edition_count = static_cast<std::int32_t>(detail::edition_table.size());
static_assert(UNIFORM_RFC9110 + 1 == edition_count, "basics.h has a constant for each edition");

// By number: a status in words, and the code of the error that report() writes.
struct status_row {
    uniform_status status;
    const char *text;
    std::string_view code = {};
};
constexpr auto statuses = std::to_array<status_row>({{UNIFORM_OK, "ok"},
                                                     {UNIFORM_REFUSED, "the input is refused"},
                                                     {UNIFORM_NONE, "there is none"},
                                                     {UNIFORM_NO_MEMORY, "out of memory", "no_memory"},
                                                     {UNIFORM_BAD_ARGUMENT, "an argument cannot be", "bad_argument"},
                                                     {UNIFORM_FAULT, "an error of the library", "fault"}});
static_assert(statuses.size() == UNIFORM_FAULT + 1);
static_assert(std::ranges::all_of(statuses,
                                  [](const status_row &row) { return &row - statuses.data() == row.status; }));

uniform_status report(uniform_error *error, uniform_status status, const char *says) noexcept {
    uniform_error all{};
    all.status = status;
    put(all.code, statuses[static_cast<std::size_t>(status)].code);
    put(all.message, says);
    write_error(error, all);
    return status;
}

} // namespace

uniform_status outcome_of_exception(uniform_error *error) noexcept {
    try {
        throw;
    } catch (const bad_argument &e) {
        return report(error, UNIFORM_BAD_ARGUMENT, e.what);
    } catch (const bad_edition &e) {
        try {
            return report(error, UNIFORM_BAD_ARGUMENT, refused_edition(e.use, to_string(e.given)).c_str());
        } catch (...) {
            return report(error, UNIFORM_NO_MEMORY, "out of memory");
        }
    } catch (const std::bad_alloc &) {
        return report(error, UNIFORM_NO_MEMORY, "out of memory");
    } catch (const std::length_error &) {
        return report(error, UNIFORM_NO_MEMORY, "a result is too long");
    } catch (const std::exception &e) {
        return report(error, UNIFORM_FAULT, e.what());
    } catch (...) {
        return report(error, UNIFORM_FAULT, "an unknown exception");
    }
}

bool can_write(const uniform_error *error) noexcept {
    return error == nullptr || (error->struct_size >= sizeof(uniform_error) && error->struct_size <= largest_struct);
}

edition edition_of(uniform_edition constant) {
    if (constant < 0 || constant >= edition_count) throw bad_argument{"an unknown constant"};
    return static_cast<edition>(constant);
}
edition edition_of(uniform_edition constant, edition_use use) {
    const edition e = edition_of(constant);
    if (!offers(use, e)) throw bad_edition{use, e};
    return e;
}
uniform_edition constant_of(edition e) noexcept { return static_cast<uniform_edition>(e); }

char *room(uniform_string *out, std::size_t size) {
    uniform_string &s = checked(out);
    if (size >= s.capacity) {
        if (size > std::numeric_limits<std::size_t>::max() / 2 - 64) throw std::bad_alloc{};
        const std::size_t capacity = std::max(size + size / 2, std::size_t{63}) + 1;
        char *data = static_cast<char *>(::operator new(capacity));
        ::operator delete(s.data);
        s.data = data;
        s.capacity = capacity;
    }
    written(out, 0);
    return s.data;
}

void written(uniform_string *out, std::size_t size) noexcept {
    out->size = size;
    out->data[size] = '\0';
}

void assign(uniform_string *out, std::string_view text) {
    char *to = room(out, text.size());
    std::copy(text.begin(), text.end(), to);
    written(out, text.size());
}

void write_error(uniform_error *to, uniform_error all) noexcept {
    if (to == nullptr) return;
    const std::uint32_t size = to->struct_size;
    all.struct_size = size;
    std::memcpy(to, &all, sizeof all);
    std::memset(reinterpret_cast<char *>(to) + sizeof all, 0, size - sizeof all);
}

void put(char *to, std::size_t room, std::string_view text) noexcept {
    std::size_t size = std::min(text.size(), room - 1);
    if (size < text.size()) {
        while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    }
    std::copy_n(text.data(), size, to);
    to[size] = '\0';
}

uniform_status refuse(uniform_error *error, const uniform::error &why, std::string_view text,
                      std::uint32_t argument) noexcept {
    if (error == nullptr) return UNIFORM_REFUSED;
    uniform_error all{};
    all.status = UNIFORM_REFUSED;
    all.offset = why.offset;
    all.argument = argument;
    all.edition = constant_of(why.edition);
    put(all.code, to_string(why.code));
    put(all.rule, to_string(why.rule, why.edition));
    put(all.document, why.document());
    put(all.section, why.section());
    try {
        put(all.message, message(why, text));
    } catch (...) {
        put(all.message, why.message());
    }
    write_error(error, all);
    return UNIFORM_REFUSED;
}

uniform_status refuse(uniform_error *error, const other_error &why, std::uint32_t argument) noexcept {
    uniform_error all{};
    all.status = UNIFORM_REFUSED;
    all.offset = why.offset;
    all.argument = argument;
    put(all.code, why.code);
    put(all.rule, why.rule);
    put(all.document, why.document);
    put(all.section, why.section);
    put(all.message, why.message);
    write_error(error, all);
    return UNIFORM_REFUSED;
}

} // namespace uniform::c

using namespace uniform::c;

const char *uniform_status_text(uniform_status status) {
    if (status < 0 || static_cast<std::size_t>(status) >= statuses.size()) return "an unknown status";
    return statuses[static_cast<std::size_t>(status)].text;
}

uint32_t uniform_interface_version(void) { return UNIFORM_INTERFACE_VERSION; }

void uniform_string_free(uniform_string *string) {
    if (string == nullptr) return;
    ::operator delete(string->data);
    *string = {};
}

uniform_status uniform_edition_from_name(const char *name, size_t name_size, uniform_edition *edition) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto found = uniform::edition_from_string(text_of(name, name_size));
        checked(edition);
        if (!found) return UNIFORM_NONE;
        *edition = constant_of(*found);
        return UNIFORM_OK;
    });
}

const char *uniform_edition_name(uniform_edition edition) {
    if (edition < 0 || edition >= edition_count) return nullptr;
    return to_string(edition_of(edition)).data(); // of a literal
}

const char *uniform_edition_document(uniform_edition edition) {
    if (edition < 0 || edition >= edition_count) return nullptr;
    return document(edition_of(edition)).data(); // of a literal
}

uniform_status uniform_error_print(const uniform_error *error, const char *text, size_t text_size, size_t columns,
                                   uniform_string *out) {
    return guarded(nullptr, [&] -> uniform_status {
        if (!can_write(&checked(error))) throw bad_argument{"the struct_size of an error cannot be"};
        if (error->status == UNIFORM_OK) throw bad_argument{"there is no error"};
        const std::string_view shown = text_of(text, text_size);
        // Text and caret are drawn in the same way for every error; its own sentence follows.
        std::string lines = print(uniform::error{error->offset}, shown, {columns == 0 ? 100 : columns, false});
        lines.resize(lines.find('\n', lines.find('\n') + 1) + 1);
        lines += uniform::sentence(error->message, error->rule, error->document, error->section, error->offset);
        lines += '\n';
        assign(out, lines);
        return UNIFORM_OK;
    });
}

size_t uniform_list_size(const uniform_list *list) { return list == nullptr ? 0 : list->texts.size(); }

uniform_status uniform_list_get(const uniform_list *list, size_t index, uniform_text *text) {
    return guarded(nullptr, [&] -> uniform_status {
        if (index >= checked(list).texts.size()) return UNIFORM_NONE;
        checked(text) = given(std::string_view{list->texts[index]});
        return UNIFORM_OK;
    });
}

void uniform_list_free(uniform_list *list) { delete list; }
