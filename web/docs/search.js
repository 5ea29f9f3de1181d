// The search of the documentation: an index that the build has made, loaded when this page is, and read here. Texts
// become text nodes, so that nothing of the index or of the query is markup.
const list = document.getElementById("results");
const status = document.getElementById("status");
const field = document.getElementById("query");
const most = 40;

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// For each section that has all words of the query, or words that begin so, its weight.
function found(index, query) {
  let all = null;
  for (const wanted of words(query)) {
    const weights = new Map();
    for (const [word, sections] of index.words) {
      if (!word.startsWith(wanted)) continue;
      for (const section of sections) {
        weights.set(section, Math.max(weights.get(section) ?? 0, word === wanted ? 3 : 1));
      }
    }
    for (const [section, weight] of weights) {
      const { heading, page } = index.sections[section];
      const named = words(heading).some((w) => w.startsWith(wanted)) ? 10 : 0;
      const titled = words(index.pages[page].title).some((w) => w.startsWith(wanted)) ? 5 : 0;
      weights.set(section, weight + named + titled);
    }
    all = all === null ? weights : new Map([...all].flatMap(([s, w]) => (weights.has(s) ? [[s, w + weights.get(s)]] : [])));
  }
  return [...(all ?? [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

function show(index) {
  const query = field.value;
  const hits = words(query).length ? found(index, query) : [];
  list.replaceChildren(
    ...hits.slice(0, most).map(([at]) => {
      const { heading, page, anchor, text } = index.sections[at];
      const { url, title } = index.pages[page];
      const name = heading === title ? title : `${title}: ${heading}`;
      const link = element("a", { href: url + (anchor ? `#${anchor}` : "") }, name);
      return element("li", {}, link, element("p", {}, text));
    }),
  );
  status.textContent = !words(query).length
    ? "Enter a word."
    : hits.length === 0
      ? "Nothing was found. Fewer words, or their beginnings, find more."
      : hits.length > most
        ? `${hits.length} places, of which these ${most} fit best`
        : hits.length === 1
          ? "1 place"
          : `${hits.length} places`;
}

async function start() {
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  const answer = await fetch(list.dataset.index);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { pages, sections, words: lists } = await answer.json();
  const index = {
    pages: pages.map(([url, title]) => ({ url, title })),
    sections: sections.map(([page, anchor, heading, text]) => ({ page, anchor, heading, text })),
    words: Object.entries(lists).map(([word, steps]) => {
      let at = 0;
      return [word, steps.map((step) => (at += step))];
    }),
  };
  show(index);
  field.addEventListener("input", () => show(index));
}

start().catch((error) => {
  status.textContent = `The index could not be loaded: ${error.message}`;
});
