#include <uniform/urn/question_marks.hpp>

namespace uniform {

std::vector<doubtful_question_mark> doubtful_question_marks(const urn_view &u) {
    std::vector<doubtful_question_mark> all;
    const auto r = u.r_component();
    if (const auto inside = r ? r->find('?') : std::string_view::npos; inside != std::string_view::npos) {
        all.push_back({u.where(rule::r_component)->begin + static_cast<std::uint32_t>(inside), "in an r-component"});
    }
    const auto q = u.q_component();
    if (!q || q->empty()) return all;
    const range where = *u.where(rule::q_component);
    if (q->front() == '?') all.push_back({where.begin, "at the start of a q-component"});
    if (q->size() > 1 && q->back() == '?') all.push_back({where.end - 1, "at the end of a q-component"});
    return all;
}

} // namespace uniform
