// The words of the page, in the language of the document; everything the library says is in English.

export type Catalogue = Record<string, string>;
let words: Catalogue = {};

/** Loads the catalogue of a language of the pages, and no other; that of English if there is none. */
export async function loadTexts(tag: string): Promise<void> {
  use(await catalogue(tag).catch(() => catalogue("en")));
}

// build.mjs makes a file of its own of each catalogue that this may load.
async function catalogue(tag: string): Promise<Catalogue> {
  return (await import(`../texts/${tag}/workbench.json`, { with: { type: "json" } })).default;
}

export function use(catalogue: Catalogue): void {
  words = catalogue;
}

/** The text of a key, with {names} replaced. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? formatted(value) : value;
  });
}

/** Whether the catalogue has the key. */
export const has = (key: string): boolean => Object.hasOwn(words, key);

export const formatted = (n: number): string => n.toLocaleString(document.documentElement.lang || "en");
