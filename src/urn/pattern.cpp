// Sets of states as rows of a table: all of them at once, or as texts ask for them.

#include "urn/pattern.hpp"

#include <limits>
#include <map>
#include <optional>

#include <uniform/base/assertion.hpp>

#include "base/mutex.hpp"
#include "urn/automaton.hpp"

namespace uniform::detail {

namespace {

// The size of the table of a small pattern: its cells are 16 bits wide and hold offsets of cells.
constexpr std::size_t max_cells = 0xFFFF;
// The limit of the work to find that out, in states of the automaton looked at.
constexpr std::size_t max_work = 100'000;
// The memory of the rows of a big pattern before they are discarded, in states and cells.
constexpr std::size_t max_lazy_size = 1 << 20;

constexpr std::uint32_t unknown = 0xFFFFFFFF;

} // namespace

// Rows by the sets they stand for. Row 0 is the empty set.
struct row_table {
    std::map<automaton::state_set, std::uint32_t> numbers;
    std::vector<const automaton::state_set *> sets;
    std::vector<bool> accepts;
    std::vector<std::uint32_t> cells;
    std::size_t size = 0;

    std::uint32_t row(const automaton &a, automaton::state_set s) {
        const auto [at, is_new] = numbers.try_emplace(std::move(s), static_cast<std::uint32_t>(sets.size()));
        if (is_new) {
            sets.push_back(&at->first);
            accepts.push_back(a.accepts(at->first));
            cells.resize(cells.size() + a.classes(), unknown);
            size += at->first.size() + a.classes();
        }
        return at->second;
    }
    void clear() { *this = row_table{}; }
};

struct pattern::lazy_rows {
    automaton machine;
    base::mutex lock{};
    row_table table UNIFORM_GUARDED_BY(lock){};

    void begin() UNIFORM_REQUIRES(lock) {
        table.clear();
        (void)table.row(machine, {});
        (void)table.row(machine, machine.start());
    }
};

pattern::pattern() = default;
pattern::pattern(pattern &&) noexcept = default;
pattern &pattern::operator=(pattern &&) noexcept = default;
pattern::~pattern() = default;

std::expected<pattern, error> pattern::compile(std::string_view text, bool ignore_case) {
    auto machine = automaton::compile(text, ignore_case);
    if (!machine) return std::unexpected{machine.error()};
    pattern p;
    p.class_of_ = machine->class_of();
    p.classes_ = machine->classes();

    row_table table;
    (void)table.row(*machine, {});
    (void)table.row(*machine, machine->start());
    std::size_t work = 0;
    bool small = true;
    for (std::size_t row = 0; row < table.sets.size() && small; ++row) {
        for (std::size_t c = 0; c < p.classes_ && small; ++c) {
            auto next = machine->step(*table.sets[row], c);
            work += table.sets[row]->size() + next.size() + machine->size() / 64 + 1;
            const std::uint32_t to = table.row(*machine, std::move(next));
            table.cells[row * p.classes_ + c] = to;
            small = table.cells.size() <= max_cells && work <= max_work;
        }
    }
    if (!small) {
        p.lazy_ = std::make_unique<lazy_rows>(std::move(*machine));
        {
            const base::scoped_lock guard{p.lazy_->lock};
            p.lazy_->begin();
        }
        return p;
    }
    p.start_ = p.classes_;
    p.rows_.reserve(table.cells.size());
    for (const std::uint32_t to : table.cells) {
        UNIFORM_ASSERT(to < table.sets.size() && to * p.classes_ <= std::numeric_limits<std::uint16_t>::max());
        p.rows_.push_back(static_cast<std::uint16_t>(to * p.classes_));
    }
    p.accepts_.assign(table.accepts.begin(), table.accepts.end());
    return p;
}

std::size_t pattern::mismatch_lazily(std::string_view text) const {
    lazy_rows &rows = *lazy_;
    const base::scoped_lock guard{rows.lock};
    std::uint32_t row = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t c = class_of_[static_cast<unsigned char>(text[i])];
        UNIFORM_ASSERT(row < rows.table.sets.size() && c < classes_);
        std::uint32_t next = rows.table.cells[row * classes_ + c];
        if (next == unknown) {
            auto set = rows.machine.step(*rows.table.sets[row], c);
            if (rows.table.size > max_lazy_size) {
                rows.begin();
                next = rows.table.row(rows.machine, std::move(set));
            } else {
                next = rows.table.row(rows.machine, std::move(set));
                rows.table.cells[row * classes_ + c] = next;
            }
        }
        if (next == 0) return i;
        row = next;
    }
    return rows.table.accepts[row] ? matched : text.size();
}

} // namespace uniform::detail
