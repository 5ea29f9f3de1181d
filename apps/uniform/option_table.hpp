// Every option of the command, once: what CLI11 accepts, help, manual pages and completions are made from this table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace uniform::command {

enum class opt : std::uint8_t {
    file,
    null,
    pairs,
    base,
    as,
    edition,
    urn_edition,
    zone_ids,
    max_length, // input
    url_edition,
    html_input,
    text_input,
    base_of_document,
    content_location,
    retrieved,
    in_text,
    rung,
    urn_among, // --urn for URIs
    urn_level, // --urn for URNs
    keep_components,
    fit,
    require,
    to,
    rfc5952,
    scheme,
    redirects,
    strict,
    non_strict,
    excess, // rules
    abbreviated,
    which_schemes,
    join_lines,
    default_scheme,
    resolve_found,
    insist,
    mail_address,
    news_server,
    gateway,
    deny,
    allow,
    json,
    json_document, // --json of a document
    get,
    list,
    quiet,
    warnings_as_errors,
    changes,
    count,
    color,
    status,
    new_nid,
    new_scheme,
    kind,
    resolution,
    man, // output
    output_file,
    unique_found,
    sarif,
    list_checks,
    encoded,
    check_digit,
    r_component,
    q_component,
    f_component,
    uuid_version, // making
    set,
    set_decoded,
    append,
    append_decoded,
    remove,
    replace,
    replace_append,
    drop_param, // edit
    keep_param,
    sort_query,
    query_separator,
    iterate,
    on_error,
    threads,
    no_progress,
    max_size,
    timeout,
    max_redirects,
    config_file,
    store_location,
    setting,
    port,
    demo,
    known,
    replace_store,
    json_result, // the service and its store
    server_url,
    token_text,
    token_file,
    idempotency_key,
    if_version,
    locator_media_type,
    locator_language,
    locator_country,
    locator_weight,
    metadata_member,
    record_file,
    other_name,
    successor,
    predecessor,
    reason,
    how_many,
    prefix,
    name_state,
    as_of,
    at_most,
    after,
    data_format,
    dry_run,
    results_file,
    service_name,
    accept,
    explain,
    role,
    registrar,
    expires,
    label,
    naming,
    locator_host,
    mint_method,
    mint_pattern,
    check_rule,
    other_resolver,
    title,
    contact,
    author,
    secret,
    fast_track,
    revises,
    reference,
    round,
    request_state,
    transfer_state,
    keep_made,
    of_prefix, // what the verbs of the service pass on
    help,
    version, // running
};

// The headings under which help shows the options, in this order.
enum class group : std::uint8_t { making, edits, input, rules, output, running };

struct option_spec {
    opt id;
    group heading;
    char short_name;            // 0: none
    std::string_view long_name; // without "--"
    std::string_view value;     // what stands after it, "" for a switch
    std::string_view help;
    std::string_view choices; // the words it accepts, separated by spaces; "" for free text
    bool takes_file = false;  // for completion
};

[[nodiscard]] std::span<const option_spec> all_options() noexcept;
[[nodiscard]] const option_spec &spec_of(opt id) noexcept;
[[nodiscard]] std::string_view heading_of(group g) noexcept;

} // namespace uniform::command
