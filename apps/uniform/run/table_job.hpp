// A job on one field of each row of a table: --csv, --tsv and --ndjson.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "print/reference_template.hpp"
#include "run/batch_job.hpp"
#include "run/delimited.hpp"
#include "run/json_line.hpp"

namespace uniform::cli {

// The table that the options describe.
struct table_plan {
    struct target {
        std::string name;
        std::optional<output_template> made_by; // nothing: the result itself
    };
    std::optional<delimited> columns; // nothing: JSON
    bool has_header = true;
    std::string field;
    std::vector<target> into;         // none: the field
    std::vector<json_member> members; // the field and the targets, of JSON

    // A mistake is reported, and the error is the exit code.
    [[nodiscard]] static std::expected<table_plan, int> read(const batch_options &o, const batch_job &job,
                                                             std::size_t skip);
};

// The columns of one table.
struct table_columns {
    static constexpr std::size_t is_appended = static_cast<std::size_t>(-1);
    std::size_t field = 0;
    std::vector<std::size_t> targets;  // the column of each, in the order of the plan; or is_appended
    std::vector<std::size_t> in_order; // the numbers of those that are there, in the order of their columns
    std::vector<std::string> appended;
    std::size_t width = 0; // columns of the header; 0: unknown
};

// Gives the job one field after the other, each as a block of its own, and puts what it prints into the rows. An empty
// field is no input, and its results are empty. A row whose field is not valid stays as it is, with empty results in
// other columns; with --on-error drop it is left out.
class table_job : public batch_job {
public:
    table_job(const batch_options &o, batch_job &job, table_plan plan);

    [[nodiscard]] std::unique_ptr<notes> make_notes() const override;
    void prepare(work &w) override;
    void run(work &w) const override;
    void in_order(work &w) override;
    void not_read(std::string_view says) override { job_.not_read(says); }
    [[nodiscard]] bool stops_itself() const override { return true; }
    [[nodiscard]] words summary_words() const override { return job_.summary_words(); }
    [[nodiscard]] std::vector<std::pair<std::string_view, std::uint64_t>> summary_counts() const override {
        return job_.summary_counts();
    }

private:
    class block_of_rows;

    std::expected<std::shared_ptr<const table_columns>, std::string> read_columns(const delimited_record &header);
    [[nodiscard]] std::expected<std::size_t, std::string> column(std::string_view name,
                                                                 const std::vector<std::string> &names) const;

    const batch_options &options_;
    batch_job &job_;
    const table_plan plan_;
    std::shared_ptr<const table_columns> columns_; // of the source that is being read; nothing: its header is refused
    std::optional<std::vector<std::string>> first_header_;
};

} // namespace uniform::cli
