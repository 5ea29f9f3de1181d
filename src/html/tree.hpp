// Gumbo's tree of a document, in memory of its own, with a limit on the cost of making it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <gumbo.h>

namespace uniform::html {

// Gumbo has no limits: the time of nested or unclosed elements and of many attributes grows with their square, and
// freeing a tree recurses as deep as the tree is. Here deep documents are parsed in pieces (pieces.hpp), and its memory
// comes from one arena, which is freed as a whole, and which stops the parser when memory or processor time is out of
// proportion to the document.
class tree {
public:
    // std::nullopt when the parser was stopped.
    [[nodiscard]] static std::optional<tree> parse(std::string_view document, std::size_t max_memory);

    /// The documents of the pieces.
    [[nodiscard]] const std::vector<const GumboNode *> &documents() const noexcept { return documents_; }

private:
    struct arena;
    struct drop {
        void operator()(arena *a) const noexcept;
    };

    std::unique_ptr<arena, drop> arena_;
    std::vector<const GumboNode *> documents_;
};

} // namespace uniform::html
