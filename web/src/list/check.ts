// A list, checked and repaired in pieces: what is read and what is made is never in memory as a whole, since files and
// what Blobs are made of can be kept on disk by the browser.
import type { Core } from "../core.js";

export interface ListOptions {
  like: "rfc3987" | "typed";
  production: "URI" | "URI-reference";
}
export interface Counts {
  bytes: number;
  lines: number;
  empty: number;
  kept: number;
  repaired: number;
  hosts: number;
  rejected: number;
}
export interface Reject {
  line: number;
  offset: number;
  message: string;
  text: string;
}
export interface ListResult {
  counts: Counts;
  list: Blob;
  rejects: Blob;
  /** The first ones. */
  shown: Reject[];
}

export const piece = 1 << 20; // bytes
export const longestLine = 1 << 20; // bytes; a longer one is refused
const shownRejects = 50;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes that grow. */
class Bytes {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(piece);
  #size = 0;
  add(part: Uint8Array): void {
    if (this.#size + part.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#size + part.length));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#size);
    this.#size += part.length;
  }
  /** Returns the bytes that were added, and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#size);
    this.#size = 0;
    return taken;
  }
}

/** Pieces of a list that end at line ends. A line that is longer than longestLine is cut there. */
export async function* pieces(source: Blob): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  let skipping = false; // the rest of a line that is too long
  for (let at = 0; at < source.size; at += piece) {
    let next = new Uint8Array(await source.slice(at, at + piece).arrayBuffer());
    if (at === 0 && next[0] === 0xef && next[1] === 0xbb && next[2] === 0xbf) next = next.subarray(3);
    if (skipping) {
      const end = next.indexOf(0x0a);
      if (end < 0) continue;
      next = next.subarray(end);
      skipping = false;
    }
    const joined = new Uint8Array(rest.length + next.length);
    joined.set(rest);
    joined.set(next, rest.length);
    const end = joined.lastIndexOf(0x0a) + 1;
    if (end > 0) yield joined.subarray(0, end);
    rest = joined.slice(end);
    if (rest.length > longestLine) {
      rest = rest.slice(0, longestLine + 1);
      skipping = true;
    }
  }
  if (rest.length > 0) yield rest;
}

/** The rows of a piece, without line ends: "\n" and "\r\n". */
export function rowsOf(bytes: Uint8Array): { bytes: Uint8Array; offsets: Uint32Array } {
  const ends: number[] = [0];
  const out = new Uint8Array(bytes.length);
  let size = 0;
  let begin = 0;
  while (begin < bytes.length) {
    let end = bytes.indexOf(0x0a, begin);
    if (end < 0) end = bytes.length;
    const text = bytes.subarray(begin, end > begin && bytes[end - 1] === 0x0d ? end - 1 : end);
    out.set(text, size);
    size += text.length;
    ends.push(size);
    begin = end + 1;
  }
  return { bytes: out.subarray(0, size), offsets: Uint32Array.from(ends) };
}

export async function checkList(
  core: Core,
  source: Blob,
  options: ListOptions,
  report: (counts: Counts) => void = () => undefined,
): Promise<ListResult> {
  const counts: Counts = { bytes: 0, lines: 0, empty: 0, kept: 0, repaired: 0, hosts: 0, rejected: 0 };
  const list: Blob[] = [];
  const rejects: Blob[] = [];
  const shown: Reject[] = [];
  const out = new Bytes();
  const bad = new Bytes();
  const lineEnd = Uint8Array.of(0x0a);

  const reject = (row: Uint8Array, offset: number, message: string): void => {
    const text = row.length > longestLine ? "" : decoder.decode(row);
    ++counts.rejected;
    bad.add(encoder.encode(`${counts.lines}\t${offset + 1}\t${message}\t`));
    bad.add(row.length > longestLine ? row.subarray(0, 0) : row);
    bad.add(lineEnd);
    if (shown.length < shownRejects) shown.push({ line: counts.lines, offset, message, text });
  };
  // Why a row has no repair
  const refused = (row: Uint8Array): void => {
    if (row.length > longestLine) return reject(row, longestLine, "the line is longer than 1 MiB");
    try {
      core.repair(decoder.decode(row), options);
    } catch (e) {
      if (!(e instanceof core.UniformError)) throw e;
      return reject(row, e.byteOffset, e.reason);
    }
    reject(row, 0, "the text is not UTF-8"); // bytes that are not have become U+FFFD, which is no repair
  };

  for await (const part of pieces(source)) {
    const rows = rowsOf(part);
    const column = core.columns.repair(rows, options);
    for (let i = 0; i < column.length; ++i) {
      ++counts.lines;
      const row = rows.bytes.subarray(rows.offsets[i], rows.offsets[i + 1]);
      const state = column.valid[i];
      if (row.length === 0) {
        ++counts.empty;
        out.add(lineEnd);
      } else if (row.length > longestLine || state === 0) {
        refused(row);
      } else {
        if (state === 1) ++counts.kept;
        else ++counts.repaired;
        if (state === 3) ++counts.hosts;
        out.add(column.bytes.subarray(column.offsets[i], column.offsets[i + 1]));
        out.add(lineEnd);
      }
    }
    list.push(new Blob([out.take()]));
    rejects.push(new Blob([bad.take()]));
    counts.bytes = Math.min(source.size, counts.bytes + part.length);
    report({ ...counts });
  }
  counts.bytes = source.size;
  const type = "text/plain;charset=utf-8";
  return { counts, list: new Blob(list, { type }), rejects: new Blob(rejects, { type }), shown };
}
