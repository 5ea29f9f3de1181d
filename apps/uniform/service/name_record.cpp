#include "service/name_record.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

// "FILE:LINE:COLUMN"
std::string place_in(std::string_view file, std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::ranges::count(before, '\n');
    const auto column = before.size() - (before.rfind('\n') + 1) + 1; // npos + 1 is 0
    return std::string{file} + ':' + std::to_string(line) + ':' + std::to_string(column);
}

// "FILE:LINE:COLUMN: sentence (section)"
std::string message(const json::error &e, std::string_view file, std::string_view text) {
    std::string says = e.offset ? place_in(file, text, *e.offset) : std::string{file};
    says += ": " + e.message;
    if (const auto rule = e.rule(); !rule.empty()) says += " (" + std::string{rule} + ')';
    return says;
}

} // namespace

std::expected<void, int> name_record_reader::read(const record_option &o) {
    if (!o.record) return {};
    const std::string &file = *o.record;
    auto text = read_document(file, std::size_t{1} << 20U);
    if (!text) return std::unexpected{text.error()};
    name_ = file == "-" ? "<stdin>" : file;
    text_ = std::move(*text);
    auto record = json::read(text_);
    if (!record) {
        return std::unexpected{fail(exit_bad_input, message(record.error(), name_, text_))};
    }
    if (!record->is_object()) {
        return std::unexpected{
            fail(exit_bad_input, place_in(name_, text_, record->offset()) + ": a name record must be a JSON object")};
    }
    record_ = std::move(*record);
    return {};
}

place_function name_record_reader::places() const {
    if (name_.empty()) return {};
    return [record = record_, file = name_, text = text_](std::string_view pointer) -> std::string {
        if (pointer == "/name") return {}; // the argument
        const json::value *found = json::at(record, pointer);
        if (found == nullptr && pointer.rfind('/') != 0) { // the object in which a member is missing
            found = json::at(record, pointer.substr(0, pointer.rfind('/')));
            if (found != nullptr && !found->is_object()) found = nullptr;
        }
        if (found == nullptr || found->offset() == json::value::no_offset) return {}; // from an option
        return place_in(file, text, found->offset());
    };
}

std::expected<void, int> name_record_reader::add(const description_options &o) {
    std::set<std::string, std::less<>> names;
    json::value metadata = copy_of("metadata");
    for (const std::string &member : o.metadata) {
        const std::size_t equals = member.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return std::unexpected{usage_error(o_, "--metadata: " + not_of_form(member, "NAME=VALUE"))};
        }
        const std::string name = member.substr(0, equals);
        if (!names.insert(name).second) {
            return std::unexpected{usage_error(o_, "--metadata: duplicate member " + in_quotes(name) +
                                                       "; several values are an array in --record")};
        }
        metadata.set(name, member.substr(equals + 1));
    }
    if (!o.metadata.empty()) record_.set("metadata", std::move(metadata));
    json::value other_names = copy_of("other_names");
    for (const std::string &name : o.other_names) other_names.add(name);
    if (!o.other_names.empty()) record_.set("other_names", std::move(other_names));
    json::value values = copy_of("values");
    for (const std::string &value : o.values) {
        const std::size_t equals = value.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return std::unexpected{usage_error(o_, "--value: " + not_of_form(value, "TYPE=VALUE"))};
        }
        values.add(json::object{{"type", value.substr(0, equals)}, {"value", value.substr(equals + 1)}});
    }
    if (!o.values.empty()) record_.set("values", std::move(values));
    return {};
}

std::expected<void, int> name_record_reader::add(const locator_options &o, std::size_t first) {
    json::object attributes;
    if (o.media_type) attributes.emplace_back("media_type", *o.media_type);
    if (o.language) attributes.emplace_back("language", *o.language);
    if (o.country) attributes.emplace_back("country", *o.country);
    if (o.weight) attributes.emplace_back("weight", *o.weight);
    if (o_.arguments.size() <= first && !attributes.empty()) {
        return std::unexpected{
            usage_error(o_, "missing argument: URL, for --media-type, --language, --country and --weight")};
    }
    json::value locators = copy_of("locators");
    for (std::size_t i = first; i < o_.arguments.size(); ++i) {
        json::object locator{{"url", o_.arguments[i]}};
        locator.insert(locator.end(), attributes.begin(), attributes.end());
        locators.add(std::move(locator));
    }
    if (o_.arguments.size() > first) record_.set("locators", std::move(locators));
    return {};
}

std::string printable_json(const json::value &value) {
    // to_text() escapes control characters; everything else that a terminal would act on is escaped line by line.
    const std::string text = json::to_text(value, json::layout::indented);
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        out += printable(line);
        if (!rest.empty()) out += '\n';
    }
    return out;
}

} // namespace uniform::cli
