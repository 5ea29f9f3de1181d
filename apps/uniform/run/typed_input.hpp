// Inputs as people type them: --typed (RFC 3986 appendix C).
#pragma once

#include <string_view>
#include <vector>

#include "run/diagnostics.hpp"
#include "run/options.hpp"
#include "run/work.hpp"

namespace uniform::cli {

// Cleans each input of the block in its place, each field of a pair by itself, and records which ones it changes.
// Returns a note for each of them that had white space inside.
[[nodiscard]] std::vector<problem> clean_inputs(const batch_options &o, work &w);

// Replaces each input of the block, or field of a pair, that is a remote path of git by its URI, for --git.
void read_git_remotes(const batch_options &o, work &w);

// Adds the notes to the problems of the block, in the order of its inputs.
void add_notes(const batch_options &o, std::vector<problem> &problems, std::vector<problem> notes);

inline constexpr std::string_view typed_removes = "--typed removes what is around it";
// The hint to --typed if the text is not valid and would be with --typed; another one if it is a URN as people are
// shown it; else "". `why` tells whether a URN is expected.
[[nodiscard]] std::string_view typed_hint(const error &why, std::string_view text);

// Mentions --typed if the input of the problem would be valid with it.
void suggest_typed(const batch_options &o, problem &p);

} // namespace uniform::cli
