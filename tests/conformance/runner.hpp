// Runs corpora in JSON Lines, one case an object a line: `type` (or the file) is the question, `spec` the edition, and
// the other members the input and the answer. null is an absent component, "" an empty one, and a member that is not
// there is not asserted. With "bytes": true every character U+0000-U+00FF of a text is one byte.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace conformance {

struct outcome {
    std::size_t ran = 0;
    std::map<std::string, std::size_t> ran_by_type;
    std::map<std::string, std::size_t> not_yet; // cases of types that the library does not have yet
    std::vector<std::string> failures;          // "id: question: expected ..., got ..."
};

// `type` is the question of a file whose lines have none of their own; "" when they have.
// Throws std::runtime_error when the file cannot be read, or a line is not such a case.
outcome run_file(const std::string &path, const std::string &type);

// "parse.jsonl: 1164 ran, 0 failed" and the failures.
std::string print(const std::string &name, const outcome &o);

} // namespace conformance
