#include <uniform/service/history_proof.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include <uniform/base/assertion.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/store/other_history.hpp>

#include "service/history_line_reader.hpp"

namespace uniform::service {

namespace {

using store::digest;
using store::tree_node;

constexpr std::string_view proof_format = "uniform-proof";
constexpr std::uint64_t events_of_piece = std::uint64_t{1} << history_tree::kept_level;

[[noreturn]] void throw_missing(std::uint64_t number) {
    throw store::failure(store::failure_kind::damaged,
                         "event " + std::to_string(number) + " is missing. Run `uniform store verify`");
}

// The hashes of the events [begin + 1, begin + count], as leaves.
std::vector<digest> leaves_of(store::reading &r, std::uint64_t begin, std::uint64_t count, digest &last) {
    std::vector<digest> leaves;
    leaves.reserve(static_cast<std::size_t>(count));
    r.each_event(begin, static_cast<std::size_t>(count), [&](const store::event &e) {
        leaves.push_back(store::leaf_hash(e.hash));
        last = e.hash;
    });
    if (leaves.size() != count) throw_missing(begin + leaves.size() + 1);
    return leaves;
}

// All subtrees of the history that is read: those that are kept, and those in pieces that it reads.
class tree_reader {
public:
    tree_reader(store::reading &r, const history_tree &t) : reading_(r), tree_(t), size_(r.head().first) {
        UNIFORM_ASSERT(tree_.events() <= size_ && size_ - tree_.events() < events_of_piece);
    }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] store::hash_of_node hash() {
        return [this](const tree_node &n) { return n.level >= history_tree::kept_level ? tree_.at(n) : below(n); };
    }

private:
    digest below(const tree_node &n) {
        const std::uint64_t begin = n.index << n.level;
        const std::uint64_t of_piece = begin / events_of_piece * events_of_piece;
        auto at = pieces_.find(of_piece);
        if (at == pieces_.end()) {
            digest last;
            at =
                pieces_
                    .emplace(of_piece, leaves_of(reading_, of_piece, std::min(events_of_piece, size_ - of_piece), last))
                    .first;
        }
        store::merkle_tree subtree;
        for (std::uint64_t i = begin; i < n.end(); ++i) {
            subtree.add(at->second[static_cast<std::size_t>(i - of_piece)]);
        }
        return subtree.root();
    }

    store::reading &reading_;
    const history_tree &tree_;
    std::uint64_t size_;
    std::map<std::uint64_t, std::vector<digest>> pieces_ = {};
};

void write_path(json::writer &w, std::span<const digest> path) {
    w.key("path").begin_array();
    for (const digest &d : path) w.string(base::to_hex(d));
    w.end_array();
}

// The reason why a proof is refused.
struct bad_proof {
    std::string why;
};
[[noreturn]] void refuse_proof(std::string why) { throw bad_proof{std::move(why)}; }

class proof_verifier {
public:
    explicit proof_verifier(const std::optional<store::tree_head> &known) : known_(known) {}

    void take(std::string_view line) {
        if (ended_) refuse_proof("a line follows the last one");
        const history_line_reader l{line};
        if (!begun_) return begin(l);
        if (l.find("consistency") != nullptr) return take_consistency(l);
        if (l.find("inclusion") != nullptr) return take_inclusion(l);
        if (event_) refuse_proof("event " + std::to_string(event_->number) + " has no path");
        if (l.find("events") != nullptr) {
            if (l.number("events") != shown_.events) refuse_proof("events are missing, or are too many");
            ended_ = true;
            return;
        }
        auto read = read_history_line(line, {});
        if (!std::holds_alternative<store::event>(read)) refuse_proof("it is no line of a proof");
        event_ = std::get<store::event>(std::move(read));
    }

    proven_history finish() {
        if (!ended_) refuse_proof("the last line is missing: the proof is cut off");
        if (known_ && !shown_.known) {
            if (shown_.tree.first == known_->first) refuse_proof("the tree has another root than the known one");
            refuse_proof(
                shown_.tree.first < known_->first
                    ? "the tree is smaller than the known one: a proof that the known one continues it is needed"
                    : "it does not prove that the tree continues the known one, of " + std::to_string(known_->first) +
                          " events");
        }
        return std::move(shown_);
    }

private:
    void begin(const history_line_reader &l) {
        if (l.find("format") == nullptr || l.text("format") != proof_format || l.number("version") != 1) {
            refuse_proof("it is no proof, or one of another format");
        }
        shown_.tree = l.head("tree");
        shown_.known = known_ && *known_ == shown_.tree;
        begun_ = true;
    }
    void take_consistency(const history_line_reader &l) {
        if (event_) refuse_proof("event " + std::to_string(event_->number) + " has no path");
        const std::uint64_t from = l.number("consistency");
        const auto path = l.hashes("path");
        shown_.from.push_back(from);
        if (!known_ || known_->first != from) return;
        if (!store::is_consistent(*known_, shown_.tree, path)) refuse_proof("the tree does not continue the known one");
        shown_.known = true;
    }
    void take_inclusion(const history_line_reader &l) {
        if (!event_ || event_->number != l.number("inclusion")) refuse_proof("a path has no event");
        store::event &e = *event_;
        const std::string name = "event " + std::to_string(e.number);
        e.previous = l.hash("previous");
        if (e.withheld && !may_be_withheld(e.kind)) refuse_proof(name + " lacks its body");
        if (e.withheld) {
            ++shown_.withheld;
        } else if (store::content_hash(e) != e.hash) {
            refuse_proof("the hash of " + name + " is not that of its content");
        }
        if (e.number == 0 || store::root_by_inclusion(store::leaf_hash(e.hash), e.number - 1, shown_.tree.first,
                                                      l.hashes("path")) != shown_.tree.second) {
            refuse_proof(name + " is not in the tree");
        }
        add(std::move(e));
        event_.reset();
    }
    // Events of a subject follow one another, each naming the one before it.
    void add(store::event e) {
        ++shown_.events;
        auto &all = shown_.subjects;
        const auto at = std::ranges::find_if(
            all, [&](const proven_subject &s) { return s.last.kind == e.kind && s.last.id == e.id; });
        if (at == all.end()) {
            all.push_back({.first = e.number, .complete = e.before == 0, .last = std::move(e)});
            return;
        }
        if (e.before != at->last.number) {
            refuse_proof("event " + std::to_string(e.number) + " does not follow event " +
                         std::to_string(at->last.number) + " of the same subject");
        }
        at->last = std::move(e);
    }

    const std::optional<store::tree_head> known_;
    proven_history shown_ = {};
    std::optional<store::event> event_ = {}; // the path of this one is the next line
    bool begun_ = false;
    bool ended_ = false;
};

} // namespace

bool history_tree::read_on(store::reading &r, std::uint64_t most,
                           const std::function<void(std::uint64_t, std::uint64_t)> &progress) {
    const std::uint64_t size = r.head().first;
    if (last_.first != 0) {
        const auto e = last_.first <= size ? r.event_at(last_.first) : std::nullopt;
        if (!e || e->hash != last_.second) *this = {}; // another history: that of a backup, or of another primary
    }
    for (std::uint64_t done = 0; size - last_.first >= events_of_piece; done += events_of_piece) {
        if (done >= most) return false;
        digest last;
        store::merkle_tree t;
        for (const digest &leaf : leaves_of(r, last_.first, events_of_piece, last)) t.add(leaf);
        add(t.root());
        last_ = {last_.first + events_of_piece, last};
        if (progress) progress(last_.first, size);
    }
    return true;
}

const digest &history_tree::at(const store::tree_node &node) const {
    UNIFORM_ASSERT(node.level >= kept_level && node.end() <= last_.first);
    return levels_[node.level - kept_level][static_cast<std::size_t>(node.index)];
}

void history_tree::add(digest hash) {
    for (std::size_t level = 0;; ++level) {
        if (level == levels_.size()) levels_.emplace_back();
        auto &row = levels_[level];
        row.push_back(hash);
        if (row.size() % 2 != 0) return;
        hash = store::node_hash(row[row.size() - 2], row.back());
    }
}

store::tree_head tree_head_of(store::reading &r, const history_tree &t) {
    tree_reader tree(r, t);
    return {tree.size(), store::root_at(tree.size(), tree.hash())};
}

std::vector<store::event> events_of(store::reading &r, std::string_view kind, std::string_view id, std::size_t most) {
    std::vector<store::event> events;
    constexpr std::size_t at_once = 100;
    while (events.size() < most) {
        const std::uint64_t before = events.empty() ? 0 : events.back().number;
        auto more = r.history(kind, id, before, std::min(at_once, most - events.size()));
        if (more.empty()) break;
        std::ranges::move(more, std::back_inserter(events));
        if (events.back().before == 0) break;
    }
    std::ranges::reverse(events);
    return events;
}

std::string history_proof(store::reading &r, const history_tree &t, std::span<const store::event> events,
                          std::uint64_t from) {
    tree_reader tree(r, t);
    UNIFORM_ASSERT(from <= tree.size());
    const auto hash = tree.hash();
    std::string out;
    const auto line = [&](auto &&write) {
        json::writer w{out};
        w.begin_object();
        write(w);
        w.end_object();
        out += '\n';
    };
    line([&](json::writer &w) {
        w.member("format", proof_format)
            .member("version", 1)
            .member("tree", to_string({tree.size(), store::root_at(tree.size(), hash)}));
    });
    if (from != 0) {
        line([&](json::writer &w) {
            write_path(w.member("consistency", from), store::consistency_proof(from, tree.size(), hash));
        });
    }
    for (const store::event &e : events) {
        append_history_line(out, e, secrets::withheld);
        line([&](json::writer &w) {
            write_path(w.member("inclusion", e.number).member("previous", base::to_hex(e.previous)),
                       store::inclusion_proof(e.number - 1, tree.size(), hash));
        });
    }
    line([&](json::writer &w) { w.member("events", events.size()); });
    return out;
}

std::expected<proven_history, std::string> verify_proof(std::string_view text,
                                                        const std::optional<store::tree_head> &known) {
    proof_verifier v(known);
    std::size_t number = 0;
    try {
        while (!text.empty()) {
            ++number;
            const auto end = text.find('\n');
            if (end == std::string_view::npos)
                refuse_proof("the line does not end with a line feed: the proof is cut off");
            v.take(text.substr(0, end));
            text.remove_prefix(end + 1);
        }
        return v.finish();
    } catch (const bad_proof &b) {
        return std::unexpected{"line " + std::to_string(number) + ": " + b.why};
    } catch (const store::other_history &e) {
        return std::unexpected{"line " + std::to_string(number) + ": " + e.what()};
    }
}

} // namespace uniform::service
