#include "http/harvest/feed.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "http/metadata/xml_text.hpp"

namespace uniform::http {

namespace {

// The words of the feed for an action.
std::string_view words_for(std::string_view action) noexcept {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> words{
        {{"submit", "submitted"},
         {"review", "under review"},
         {"return", "returned to the submitter"},
         {"recognize", "body recognized"},
         {"approve", "approved"},
         {"report", "reported to a standards approval body"},
         {"decline", "declined"},
         {"reopen", "reopened"},
         {"conclude", "concluded by the body"},
         {"register", "registered"},
         {"settle", "rules of the names decided"},
         {"withdraw-request", "withdrawn"},
         {"overtake", "returned, as another registration has its NID"},
         {"revise", "replaced by a revision"}}};
    const auto *const found = std::ranges::find(words, action, &std::pair<std::string_view, std::string_view>::first);
    return found == words.end() ? action : found->second;
}

void add_link(pugi::xml_node to, const char *relation, const std::string &url, const char *type) {
    pugi::xml_node link = to.append_child("link");
    link.append_attribute("rel") = relation;
    link.append_attribute("type") = type;
    link.append_attribute("href") = xml_text(url).c_str();
}

std::string_view text_in(const json::value &of, std::string_view member) { return of.string_of(member); }

void add_entry(pugi::xml_node feed, const service::notice &n, const feed_page &page) {
    const json::value *const request = n.body.find("request");
    static const json::value none{json::object{}};
    const json::value &q = request == nullptr ? none : *request;
    const std::string number = std::to_string(n.request);
    const std::string_view action = text_in(n.body, "action");
    pugi::xml_node entry = feed.append_child("entry");
    add_element(entry, "id", text_in(n.body, "id"));
    std::string title{text_in(q, "nid")};
    if (title.empty()) title = "informal namespace";
    if (const auto of = text_in(q, "title"); !of.empty()) (title += " (") += std::string(of) + ')';
    (title += ": ") += words_for(action);
    add_element(entry, "title", title);
    const std::string at = resolver::to_string(n.at);
    add_element(entry, "published", at);
    add_element(entry, "updated", at);
    // RFC 4287 4.2.1: an entry has an author. Who acted is for holders of a token; as whom, for everyone.
    const std::string_view part = text_in(n.body, "part");
    add_element(entry.append_child("author"), "name", page.with_authors && !n.who.empty() ? n.who : part);
    add_link(entry, "alternate", page.base + "/api/v1/requests/" + number, "application/json");
    pugi::xml_node category = entry.append_child("category");
    category.append_attribute("term") = xml_text(action).c_str();
    category.append_attribute("label") = std::string(words_for(action)).c_str();
    std::string text =
        "Request " + number + ", state " + std::string(text_in(q, "state")) + ", by " + std::string(part);
    for (const char *const member : {"text", "reference"}) {
        if (const auto more = text_in(n.body, member); !more.empty()) (text += "\n\n") += more;
    }
    add_element(entry, "content", text).append_attribute("type") = "text";
}

} // namespace

std::string atom_feed(const feed_page &page) {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node feed = document.append_child("feed");
    feed.append_attribute("xmlns") = "http://www.w3.org/2005/Atom";
    const std::string first = page.first();
    add_element(feed, "id", first);
    add_element(feed, "title",
                page.request == 0
                    ? "URN namespaces: registration requests and decisions"
                    : "URN namespaces: request " + std::to_string(page.request) + " and the decisions about it");
    add_element(feed, "updated", resolver::to_string(page.notices.empty() ? page.since : page.notices.front().at));
    constexpr const char *atom = "application/atom+xml";
    add_link(feed, "self", page.self, atom);
    add_link(feed, "alternate", page.base + "/api/v1/requests", "application/json");
    add_link(feed, "first", first, atom);
    if (!page.next.empty()) add_link(feed, "next", page.next, atom);
    for (const service::notice &n : page.notices) add_entry(feed, n, page);
    return text_of(document);
}

} // namespace uniform::http
