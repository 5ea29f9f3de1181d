// The table of functions: each function with each of its options, over rows of any bytes. The result of a row does not
// depend on the layout of the column or on the rows beside it, and its texts are UTF-8; what two functions say of one
// text agrees.
//
// Input, in lines: the name of the function, or any text that stands for one; two bytes for each of its options, of
// which the first is "0" for its fallback; its free texts, such as a base; and the rows.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/utf8.hpp>
#include <uniform/columns/columns.hpp>

#include "columns/arrays.hpp"
#include "judged.hpp"

namespace {

using namespace uniform;
using namespace uniform::columns::test;
using columns::function;
using columns::function_info;
using columns::option;
using columns::option_info;
using columns::result_type;

constexpr std::size_t most_rows = 16;

class input {
public:
    explicit input(std::string_view text) : rest_{text} {}

    std::size_t number(std::size_t below) {
        if (rest_.empty()) return 0;
        const std::size_t value = static_cast<unsigned char>(rest_.front()) % below;
        rest_.remove_prefix(1);
        return value;
    }
    std::string_view line() {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        const std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return text;
    }
    [[nodiscard]] bool empty() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

void require(bool holds, std::string_view what, std::string_view text) {
    if (holds) return;
    std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(what.size()), what.data(), static_cast<int>(text.size()),
                 text.data());
    std::abort();
}

// The words of "simple, case, percent" and of "true: the normal form has no fragment; false".
std::vector<std::string_view> words_of(std::string_view values) {
    std::vector<std::string_view> out;
    while (!values.empty()) {
        const std::string_view one = values.substr(0, values.find_first_of(",;"));
        values.remove_prefix(std::min(values.size(), one.size() + 1));
        const std::size_t begin = std::min(one.find_first_not_of(' '), one.size());
        out.push_back(one.substr(begin, one.find_first_of(" :", begin) - begin));
    }
    return out;
}

// The function of that name, or one for a text that is none.
const function_info &function_for(std::string_view name) {
    const auto all = columns::functions();
    const auto found = std::ranges::find(all, name, &function_info::name);
    if (found != all.end()) return *found;
    return all[name.empty() ? 0 : static_cast<unsigned char>(name.front()) % all.size()];
}

// Options that a line chooses. Those whose values are no words have the next lines of the input.
std::vector<option> options_for(const function_info &f, input line, input &in) {
    std::vector<option> out;
    for (const option_info &o : f.options) {
        if (line.number(2) == 0 && !o.fallback.empty()) continue;
        const auto words = words_of(o.values);
        const bool listed = std::ranges::find(words, o.fallback) != words.end();
        out.push_back({o.name, listed ? words[line.number(words.size())] : in.line()});
    }
    return out;
}

rows results(const function &does, layout how, const rows &texts, std::int64_t before = 0) {
    const array column{how, texts, before};
    result out;
    const auto done = does.run(column.type, column.data, out.type, out.data);
    require(done.has_value(), does.info().name, done ? "" : done.error().says);
    return out.read();
}

// RFC 3986: a text is valid, or there is an error.
void agree(const function_info &f, const std::vector<option> &options, const rows &texts, const rows &found) {
    if (f.name != "valid") return;
    const auto error = function::make("error", options);
    if (!error) return; // it has fewer options
    const rows errors = results(*error, layout::utf8, texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (texts[i]) require((found[i] == "true") == !errors[i], "valid and error", *texts[i]);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    input in{input_text(data, size)};
    const function_info &f = function_for(in.line());
    const auto options = options_for(f, input{in.line()}, in);
    const auto does = function::make(f.name, options);
    if (!does) return 0; // a base that is no URI
    rows texts{std::nullopt};
    while (!in.empty() && texts.size() < most_rows) texts.emplace_back(in.line());
    const rows found = results(*does, layout::utf8, texts);
    require(found.size() == texts.size() && !found[0], f.name, "rows");
    for (const layout how :
         {layout::large_utf8, layout::utf8_view, layout::dictionary8, layout::dictionary32, layout::dictionary64})
        require(results(*does, how, texts, 1) == found, f.name, "another layout");
    for (std::size_t i = 1; i < texts.size(); ++i) {
        require(results(*does, layout::utf8, {texts[i]}) == rows{found[i]}, f.name, *texts[i]);
        if (f.result == result_type::text && found[i]) require(!base::find_invalid_utf8(*found[i]), f.name, *texts[i]);
    }
    agree(f, options, texts, found);
    return 0;
}
