// The WebAssembly module: calling its functions, and text on the way in and out.
//
// An entry of the package (node.js, web.js, inline.js, workerd.js, init.js) hands in the compiled module by load(); until then
// every function throws. The module imports nothing.

import { UniformError } from "./error.js";
import { names } from "./names.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

// Stands for the exports until there is an instance.
const unloaded = new Proxy({}, {
  get() {
    throw new Error("uniform-identifiers: the WebAssembly module is not loaded: await init() before the first call");
  },
});

let binary; // the compiled module
let wasm = unloaded; // the exports of the running instance
let bytes;
let words;
let request = 0;
let capacity = 0;
let state = 0; // of 4-byte words

function start() {
  wasm = new WebAssembly.Instance(binary).exports;
  wasm._initialize?.();
  state = wasm.state() >>> 2;
  capacity = 0;
  refresh();
}

/** Whether the functions can be called. @internal */
export const loaded = () => binary !== undefined;

/** The exports of the running instance. @internal */
export const running = () => wasm;

/** Makes the functions run in this compiled module; if they do in one already, nothing. @internal */
export function load(module) {
  if (loaded()) return;
  // The indices of names.js are those of the module of the same build.
  const own = WebAssembly.Module.exports(module).some(({ name }) => name === "names");
  if (own) {
    binary = module;
    start();
    if (JSON.stringify(call("names", [])) === JSON.stringify(names)) return;
    binary = undefined;
    wasm = unloaded;
    capacity = 0;
  }
  throw new Error(`uniform-identifiers: the module is not uniform.wasm of version ${names.version}`);
}

// Growing the memory takes the views of the old one away.
function refresh() {
  if (bytes?.buffer !== wasm.memory.buffer) {
    bytes = new Uint8Array(wasm.memory.buffer);
    words = new Uint32Array(wasm.memory.buffer);
  }
}

/** Runs `f`. When the memory ends, the module stops where it is, so a new instance takes its place. @internal */
export function guarded(f) {
  try {
    return f();
  } catch (e) {
    if (!(e instanceof WebAssembly.RuntimeError)) throw e;
    outOfMemory();
  }
}

// No state is kept between calls, so that a new instance loses nothing.
function outOfMemory() {
  start();
  throw new RangeError("uniform-identifiers: not enough memory for this input");
}

function reserve(size) {
  if (size <= capacity) return;
  request = size > 0xffff0000 ? 0 : wasm.reserve(size) >>> 0;
  refresh();
  if (request === 0) outOfMemory();
  capacity = size < 1024 ? 1024 : size;
}

function extend(size) {
  if (size <= capacity) return;
  const larger = size > 0xffff0000 ? 0 : wasm.extend(size) >>> 0;
  refresh();
  if (larger === 0) outOfMemory();
  request = larger;
  capacity = size;
}

// Writes the text at `at` in the request buffer and returns its size. A lone surrogate becomes U+FFFD, which no URI and
// no IRI has.
function write(text, at) {
  const length = text.length;
  if (at + length > capacity) at === 0 ? reserve(length) : extend(at + length);
  if (length < 48) {
    const to = request + at;
    let i = 0;
    for (; i < length; ++i) {
      const c = text.charCodeAt(i);
      if (c > 0x7f) break;
      bytes[to + i] = c;
    }
    if (i === length) return length;
  }
  let { read, written } = encoder.encodeInto(text, bytes.subarray(request + at, request + capacity));
  while (read < length) {
    let to = Math.min(read + (1 << 22), length);
    if (to < length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) --to; // no pair is cut
    const part = text.substring(read, to);
    extend(at + written + 3 * part.length);
    const more = encoder.encodeInto(part, bytes.subarray(request + at + written, request + capacity));
    read += more.read;
    written += more.written;
  }
  return written;
}

function text(at, size) {
  if (size < 24) {
    let ascii = "";
    let i = at;
    for (; i < at + size && bytes[i] < 0x80; ++i) ascii += String.fromCharCode(bytes[i]);
    if (i === at + size) return ascii;
  }
  return decoder.decode(bytes.subarray(at, at + size));
}

// The result as text, and the memory of large ones back.
function taken(size) {
  refresh();
  const result = text(words[state], words[state + 1]);
  if (size > 65536 || result.length > 65536) wasm.release(), (capacity = 0);
  return result;
}

function string(value) {
  if (typeof value === "string") return value;
  throw new TypeError(`uniform-identifiers: a string is expected, not ${value === null ? "null" : typeof value}`);
}

/** Refuses what is not an object of these options, or no options at all. @internal */
export function known(options, of, allowed) {
  if (options === undefined || options === null) return;
  if (typeof options !== "object") throw new TypeError(`uniform-identifiers: the options of ${of} are an object, not ${typeof options}`);
  for (const name in options) {
    if (!allowed.includes(name)) throw new TypeError(`uniform-identifiers: ${of} has no option "${name}", only ${allowed.join(", ")}`);
  }
}

/** The index of what an option says; the first value is the one that is meant without it. @internal */
export function choice(options, name, values) {
  const at = values.indexOf(options?.[name] ?? values[0]);
  if (at < 0) throw new RangeError(`uniform-identifiers: ${name} is one of ${values.join(", ")}`);
  return at;
}

/** The size that an option states; a size beyond every text is no limit. @internal */
export function size(options, name, otherwise) {
  const value = options?.[name] ?? otherwise;
  if (value !== Infinity && !(Number.isInteger(value) && value >= 0)) throw new RangeError(`uniform-identifiers: ${name} is a size in bytes`);
  return Math.min(value, 0xfffffffe);
}

// The functions of which a text may be absent: null or undefined.
const withAbsent = new Set(["build", "build_urn", "edit", "encode_parameters", "expand"]);

/** Calls a function with strings and numbers. @internal */
export function call(name, strings, ...numbers) {
  let size = 0;
  reserve(64);
  for (const each of strings) {
    let length = 0xffffffff;
    extend(size + 4);
    if ((each !== null && each !== undefined) || !withAbsent.has(name)) length = write(string(each), size + 4);
    const at = request + size;
    bytes[at] = length;
    bytes[at + 1] = length >>> 8;
    bytes[at + 2] = length >>> 16;
    bytes[at + 3] = length >>> 24;
    size += 4 + (length === 0xffffffff ? 0 : length);
  }
  return guarded(() => {
    const answer = wasm[name](size, ...numbers);
    refresh();
    switch (answer) {
      case 0:
        throw new UniformError(JSON.parse(taken(size)));
      case 1:
        return taken(size);
      case 2:
        return JSON.parse(taken(size));
      case 3:
        if (size > 65536) wasm.release(), (capacity = 0);
        return strings[0];
      default:
        return undefined;
    }
  });
}

/** Whether the production matches: 1, 0, or -1 for a name that is none. @internal */
export function ask(name, strings, ...numbers) {
  let answer = 0;
  const given = wasm[name];
  let size = 0;
  reserve(64);
  for (const each of strings) {
    extend(size + 4);
    const length = write(string(each), size + 4);
    new DataView(bytes.buffer).setUint32(request + size, length, true);
    size += 4 + length;
  }
  guarded(() => (answer = given(size, ...numbers)));
  refresh();
  if (size > 65536) wasm.release(), (capacity = 0);
  return answer;
}

/**
 * Calls a function with one string and no size before it, by its name. The result is the table of offsets, or null; the error then
 * waits in the result buffer for `lastError`. @internal
 */
export function scan(name, input, a, b, c, d) {
  pending = null;
  const size = write(string(input), 0);
  let answer;
  try {
    answer = wasm[name](size, a, b, c, d, size === input.length ? 0 : 1);
  } catch (e) {
    guarded(() => {
      throw e;
    });
  }
  if (words.buffer !== wasm.memory.buffer) refresh();
  if (size > 65536) {
    pending = answer === 0 ? answerText() : null;
    wasm.release();
    capacity = 0;
  }
  return answer === 1 ? words : null;
}

let pending = null;
function answerText() {
  return text(words[state], words[state + 1]);
}

/** The error that the last scan left. @internal */
export function lastError() {
  const json = pending ?? answerText();
  pending = null;
  return new UniformError(JSON.parse(json));
}

/** Where the table of offsets is, in words. @internal */
export function tableAt() {
  return state + 2;
}

// Lists ---------------------------------------------------------------------------------------------------------------

// Instead of a number of rows: lines, and rows of which each is a line, whatever its end.
const lines = 0xffffffff;
const joined = 0xfffffffe;

// Writes a list into the request buffer: its size in bytes, and how many rows offsets give.
function writeList(list, first, inRows) {
  const head = first === undefined ? "" : `${first}\n`;
  if (typeof list === "string") return { size: write(head + list.replace(/^\ufeff/, ""), 0), count: lines };
  if (list instanceof Uint8Array) {
    const front = write(head, 0);
    const mark = list[0] === 0xef && list[1] === 0xbb && list[2] === 0xbf ? 3 : 0;
    const size = front + list.length - mark;
    extend(Math.max(size, 64));
    bytes.set(mark ? list.subarray(mark) : list, request + front);
    return { size, count: lines };
  }
  if (Array.isArray(list)) {
    const rows = first === undefined ? list : [first, ...list];
    let units = rows.length;
    let valid; // of rows, where one is null
    for (let i = 0; i < rows.length; ++i) {
      if (rows[i] === null) (valid ??= new Uint8Array(rows.length).fill(1))[i] = 0;
      else units += string(rows[i]).length;
    }
    // A line end inside of a row makes more lines than there are rows; the last one would be the end of a line.
    const last = rows[rows.length - 1] ?? "";
    if (!inRows && !valid && last !== "" && !last.endsWith("\n")) {
      return { size: writeLines(rows, units), count: joined, rows: rows.length };
    }
    const offsets = new Uint32Array(rows.length + 1);
    let size = 0;
    rows.forEach((each, i) => {
      size += write(each ?? "", size);
      offsets[i + 1] = size;
    });
    return withOffsets(size, offsets, valid);
  }
  if (list && list.bytes instanceof Uint8Array && list.offsets) {
    const front = first === undefined ? 0 : write(first, 0);
    const rows = list.offsets.length - 1;
    const begin = Number(list.offsets[0]); // of a bigint, too
    const end = Number(list.offsets[rows]);
    if (!(rows >= 0 && begin >= 0 && begin <= end && end <= list.bytes.length)) throw new RangeError("uniform-identifiers: bad offsets");
    const extra = first === undefined ? 0 : 1;
    const offsets = new Uint32Array(rows + 1 + extra);
    for (let i = 0; i <= rows; ++i) {
      offsets[i + extra] = Number(list.offsets[i]) - begin + front;
      if (i > 0 && offsets[i + extra] < offsets[i + extra - 1]) throw new RangeError("uniform-identifiers: bad offsets");
    }
    extend(Math.max(front + end - begin, 64));
    bytes.set(list.bytes.subarray(begin, end), request + front);
    let { valid } = list;
    if (valid) {
      if (valid.length !== rows) throw new RangeError("uniform-identifiers: valid has a byte for each row");
      if (extra) valid = [1, ...valid];
    }
    return withOffsets(front + end - begin, offsets, valid);
  }
  throw new TypeError("uniform-identifiers: a list is a string or Uint8Array of lines, an array of strings, or { bytes, offsets }");
}

// Writes the rows as lines, some at a time: a text of all of them would be made only to be copied. `units`: of UTF-16.
function writeLines(rows, units) {
  reserve(units);
  const last = rows.length - 1;
  let size = 0;
  let some = "";
  for (let i = 0; i < last; ++i) {
    some += rows[i] + "\n";
    if (some.length > 8192) {
      size += write(some, size);
      some = "";
    }
  }
  return size + write(some + rows[last], size);
}

// The offsets follow the bytes; them a byte for each row that says whether it is not null, if `valid` does.
const withNulls = 0x80000000;
function withOffsets(size, offsets, valid) {
  const at = (size + 3) & ~3;
  const count = offsets.length - 1;
  extend(at + offsets.length * 4 + count);
  const memory = new Uint8Array(wasm.memory.buffer);
  memory.set(new Uint8Array(offsets.buffer), request + at);
  if (!valid) return { size, count };
  memory.set(valid, request + at + offsets.length * 4);
  return { size, count: count + withNulls };
}

/** Calls a function of columns; `read` takes what it needs from the views before the memory is given back. @internal */
export function list(name, rows, numbers, read, first) {
  return guarded(() => {
    let written;
    const at = state + 10;
    for (const inRows of [false, true]) {
      wasm.release();
      capacity = 0;
      written = writeList(rows, first, inRows);
      if (wasm[name](written.size, written.count, ...numbers) === 0) throw new UniformError(JSON.parse(taken(written.size)));
      refresh();
      if (written.rows === undefined || written.rows === words[at + 3]) break;
    }
    const w = words;
    const length = w[at + 3];
    const copy = (from, n) => bytes.slice(from, from + n);
    const result = read({
      length,
      bytes: () => copy(w[state], w[state + 1]),
      valid: () => copy(w[at + 2], length),
      offsets: () => new Uint32Array(copy(w[at + 1], (length + 1) * 4).buffer),
      table: (width) => new Uint32Array(copy(w[at], length * width * 4).buffer),
      input: () => copy(request, written.size),
    });
    wasm.release();
    capacity = 0;
    return result;
  });
}

/** The index of a name in one of the lists of `names`. @internal */
export function index(kind, name) {
  const found = indices[kind].get(name);
  if (found === undefined) throw new RangeError(`uniform-identifiers: "${name}" is none of the ${kind}: ${names[kind].join(", ")}`);
  return found;
}
const indices = Object.fromEntries(
  ["editions", "levels", "productions", "algorithms"].map((kind) => [kind, new Map(names[kind].map((n, i) => [n, i]))]),
);
/** @internal */
export const utf8 = { encode: (s) => encoder.encode(s), decode: (b) => decoder.decode(b) };
