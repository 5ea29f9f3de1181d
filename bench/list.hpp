// A list of identifiers, as every benchmark reads it, and the libraries that must accept its lines.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

// Lines that all compared parsers accept, each followed by a NUL byte, one after the other in memory.
class list {
public:
    // Reads `path`. A library that refuses more than half of the lines is not measured with this list; a line that one
    // of the others refuses is dropped. The output's context records both.
    list(std::string name, const std::string &path);

    [[nodiscard]] const std::string &name() const noexcept { return name_; }
    [[nodiscard]] std::span<const std::string_view> lines() const noexcept { return lines_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return text_.size() - lines_.size(); }
    // Whether the library of that name is measured.
    [[nodiscard]] bool has(std::string_view peer) const noexcept;

private:
    std::string name_;
    std::string text_;
    std::vector<std::string_view> lines_;
    std::vector<std::string_view> absent_;
};

// web, file, urn and long, from the folder that UNIFORM_BENCH_LISTS names; and "own", the file that UNIFORM_BENCH_LIST
// names, when it is set. Ends the process when a list is missing.
[[nodiscard]] const std::vector<list> &lists();
// The list of that name.
[[nodiscard]] const list &list_of(std::string_view name);

} // namespace bench
