#include "store/writing/follower_mark.hpp"

namespace uniform::store::detail {

// SQLite, "PRAGMA user_version": an integer of the file's header, for applications.
bool has_follower_mark(connection &c) {
    if (c.dialect() != dialect::sqlite) return false;
    bool marked = false;
    c.run("PRAGMA user_version", {}, [&](const row &r) {
        marked = r.integer(0) != 0;
        return false;
    });
    return marked;
}

void set_follower_mark(connection &c, bool follows) {
    if (c.dialect() != dialect::sqlite) {
        throw failure(failure_kind::other, "a store in PostgreSQL cannot follow another one: use an SQLite file");
    }
    c.script(follows ? "PRAGMA user_version = 1" : "PRAGMA user_version = 0");
}

} // namespace uniform::store::detail
