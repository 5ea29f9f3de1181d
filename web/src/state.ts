// The state that a link reproduces, in its fragment: "#t=TEXT&o=OTHER", or only "#TEXT", percent-encoded, as other
// pages link to the workbench. A fragment is not sent to any server.

export interface State {
  text: string;
  other: string;
}

/** Longer fragments are neither made nor read: room for a locator of 8192 characters, each percent-encoded. */
export const longestFragment = 32_768;

/** The fragment with its "#"; "" for an empty state, null for one that is too long. */
export function fragmentOf(state: State): string | null {
  const fields = new URLSearchParams();
  if (state.text !== "") fields.set("t", state.text);
  if (state.other !== "") fields.set("o", state.other);
  const fragment = fields.toString();
  if (fragment.length > longestFragment) return null;
  return fragment === "" ? "" : `#${fragment}`;
}

/** The state that a fragment names; null for a fragment that names none. */
export function stateOf(fragment: string): State | null {
  if (fragment.length > longestFragment + 1) return null;
  const inside = fragment.replace(/^#/, "");
  if (inside === "") return null;
  if (!/^[to]=/.test(inside)) {
    try {
      return { text: decodeURIComponent(inside), other: "" };
    } catch {
      return null;
    }
  }
  const fields = new URLSearchParams(inside);
  return { text: fields.get("t") ?? "", other: fields.get("o") ?? "" };
}
