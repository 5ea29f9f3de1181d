// Gumbo's tree of a document, in memory of its own, with a limit on the cost of making it.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string_view>

#include <gumbo.h>

#include <uniform/html/references.hpp>

namespace uniform::html {

// Gumbo has no limits: the time of nested or unclosed elements and of many attributes grows with their square, and
// freeing a tree recurses as deep as the tree is. Here its memory comes from one arena, which is freed as a whole,
// and which stops the parser when memory or processor time is out of proportion to the document.
class tree {
public:
    [[nodiscard]] static std::expected<tree, refusal> parse(std::string_view document, std::size_t max_memory);

    [[nodiscard]] const GumboNode *document() const noexcept { return output_->document; }

private:
    struct arena;
    struct drop {
        void operator()(arena *a) const noexcept;
    };

    std::unique_ptr<arena, drop> arena_;
    const GumboOutput *output_ = nullptr;
};

} // namespace uniform::html
