#include "store/postgresql/asked_server.hpp"

#include <cstdlib>
#include <deque>
#include <memory>
#include <new>
#include <variant>
#include <vector>

#include "store/history/history_reader.hpp"

namespace uniform::store {

namespace {

// A row of a result in PostgreSQL's text format.
class text_row final : public row {
public:
    text_row(const PGresult *r, int at) noexcept : result_(r), at_(at) {}

    [[nodiscard]] bool null(int column) const override { return PQgetisnull(result_, at_, column) != 0; }
    [[nodiscard]] std::int64_t integer(int column) const override {
        return std::strtoll(PQgetvalue(result_, at_, column), nullptr, 10);
    }
    [[nodiscard]] std::string_view text(int column) const override { return PQgetvalue(result_, at_, column); }
    [[nodiscard]] std::string_view bytes(int column) const override {
        std::size_t size = 0;
        const std::unique_ptr<unsigned char, void (*)(void *)> plain(
            PQunescapeBytea(reinterpret_cast<const unsigned char *>(PQgetvalue(result_, at_, column)), &size),
            PQfreemem);
        if (!plain) throw std::bad_alloc();
        bytes_.emplace_back(reinterpret_cast<const char *>(plain.get()), size);
        return bytes_.back();
    }

private:
    const PGresult *result_;
    int at_;
    mutable std::deque<std::string> bytes_; // that the views are of
};

std::string text_of(const parameter &p) {
    if (const auto *const number = std::get_if<std::int64_t>(&p)) return std::to_string(*number);
    if (const auto *const text = std::get_if<std::string_view>(&p)) return std::string(*text);
    throw failure(failure_kind::other, "a server is asked with numbers and texts alone");
}

} // namespace

void asked_server::only_reads() {
    throw failure(failure_kind::other, "a server that is asked about its history is not written to");
}

std::int64_t asked_server::run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) {
    std::vector<std::string> texts;
    texts.reserve(p.size());
    for (const parameter &one : p) texts.push_back(text_of(one));
    std::vector<const char *> values;
    values.reserve(texts.size());
    for (const std::string &text : texts) values.push_back(text.c_str());
    const std::string statement(sql);
    postgresql_result r;
    if (PQsendQueryParams(c_, statement.c_str(), static_cast<int>(values.size()), nullptr, values.data(), nullptr,
                          nullptr, 0) == 1) {
        r = answer_of(c_, until_);
    }
    if (PQresultStatus(r.get()) != PGRES_TUPLES_OK) {
        throw failure(failure_kind::unavailable,
                      r ? single_line(PQresultErrorMessage(r.get())) : "the server did not answer in time");
    }
    for (int i = 0; each && i < PQntuples(r.get()) && each(text_row(r.get(), i)); ++i) {
    }
    return 0;
}

// The timeline as the names of the log's files have it: pg_control_checkpoint() has the former one until the first
// checkpoint after a promotion.
asked_primary ask_primary(PGconn *c, deadline until) {
    asked_server server(c, until);
    asked_primary found;
    const auto read = [&](const row &r) {
        found.where.system = std::strtoull(std::string(r.text(0)).c_str(), nullptr, 10);
        found.where.timeline =
            static_cast<std::uint32_t>(std::strtoul(std::string(r.text(1).substr(0, 8)).c_str(), nullptr, 16));
        found.accepts_writes = r.text(2) == "off";
        found.is_store = r.text(3) == "t";
        return false;
    };
    constexpr std::string_view others =
        ", current_setting('transaction_read_only'), to_regclass('history') IS NOT NULL";
    try {
        server.run("SELECT system_identifier, pg_walfile_name(pg_current_wal_lsn())" + std::string(others) +
                       " FROM pg_control_system()",
                   {}, read);
    } catch (const failure &) {
        if (PQstatus(c) != CONNECTION_OK) throw;
        // Some providers of databases do not let their customers ask for it.
        server.run("SELECT 0, ''" + std::string(others), {}, read);
    }
    return found;
}

} // namespace uniform::store
