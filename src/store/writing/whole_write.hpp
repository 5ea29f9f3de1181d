// A whole write as one statement of PostgreSQL, which is its own transaction.
//
// The statement takes the lock for writing, and inserts the segment of events only when the history ends where the
// writer left it, when the names and idempotency keys are absent, and when the documents to change are there. All other
// rows are inserted and changed for each segment that was inserted: for one or for none. So a write that changes
// nothing is no error of the server, which would log it, and the number of segments tells whether the write was done.
//
//     whole_write w({.first = 8, .count = 1, .head = head, .events = events, .before = head_of_event_7});
//     w.make_names(std::vector<parameter>{"example:a", 8, blob{record}});
//     if (!w.run(c)) ... // nothing was done
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/store/database.hpp>

namespace uniform::store::detail {

class whole_write {
public:
    /// The row of `history`, and the hash of the event before it. The texts belong to the caller.
    struct segment {
        std::int64_t first = 0;
        std::int64_t count = 0;
        std::string_view head = {};
        std::string_view events = {};
        std::string_view before = {};
    };
    explicit whole_write(const segment &s);

    // The rows, one after another, as many columns each as the table has. Each is called once at most.
    void make_names(const std::vector<parameter> &rows);       ///< key, event, record
    void make_documents(const std::vector<parameter> &rows);   ///< kind, id, event, body
    void change_documents(const std::vector<parameter> &rows); ///< the same
    void make_answers(const std::vector<parameter> &rows);     ///< client, key, request, answer, at

    /// Runs the statement, which has rows, on a connection that is in no transaction. False: nothing was done.
    [[nodiscard]] bool run(connection &c) const;

private:
    [[nodiscard]] std::string place(parameter p);
    [[nodiscard]] std::string place_array(std::string elements, std::string_view type);
    [[nodiscard]] std::string source(std::size_t width, const std::vector<parameter> &rows);

    std::vector<std::string> make(std::string_view table, std::string_view columns, std::size_t width,
                                  const std::vector<parameter> &rows, std::string &from);

    std::string conditions_;          // of the segment
    std::vector<std::string> others_; // statements that are run for each segment
    std::vector<parameter> parameters_;
    std::deque<std::string> texts_; // that parameters refer to
};

} // namespace uniform::store::detail
