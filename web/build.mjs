// Bundles the workbench by esbuild, with the package `uniform-identifiers`, which run.sh puts into node_modules.
//   node build.mjs        writes dist/: files with hashed names in one folder, and manifest.json: {NAME: FILE} of those
//                         that the page refers to
//   node build.mjs serve  serves dev.html on 127.0.0.1; it reloads when a source changes
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const texts = join(here, "texts");

const settings = {
  absWorkingDir: here,
  outdir: dist,
  preserveSymlinks: true, // hashed names do not depend on where the package was built
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022", // the package awaits its module while it is loaded
  charset: "utf8",
  loader: { ".wasm": "file" }, // no data: URL, which the Content-Security-Policy forbids
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  minify: true,
  metafile: true,
  logLevel: "error",
  plugins: [{ name: "parts", setup: parts }],
};

/** Bundles a script into a file of its own: its name, and what it was made of. */
async function bundle(name, source) {
  const { metafile } = await build({ ...settings, entryPoints: { [name]: source } });
  const [file] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint);
  return { file: basename(file), sources: Object.keys(metafile.inputs).map((input) => join(here, input)) };
}

// All files are in one folder, so `./NAME` leads from each to each.
function parts({ initialOptions, onLoad, onResolve }) {
  // The package is bundled once, so that the page and its worker load the same file.
  if (!Object.hasOwn(initialOptions.entryPoints, "uniform-identifiers")) {
    onResolve({ filter: /^uniform-identifiers\/web$/ }, async () => ({ path: `./${(await library()).file}`, external: true }));
  }
  // esbuild leaves `new URL("./FILE", import.meta.url)` as it is. A script there is a worker, and is bundled; any other
  // file is copied.
  const reference = /(?<=new URL\()"(\.\/[^"]+)"(?=, import\.meta\.url\))/g;
  // The import of the catalogue of a language, with `with`. esbuild can bundle it by itself, but puts what finds the file
  // into a file of its own, which browsers would have to load before the page is drawn.
  const catalogue = /import\(`\.\.\/texts\/\$\{(\w+)\}\/workbench\.json`([^)]*)\)/;
  onLoad({ filter: /\.(ts|js)$/ }, async ({ path }) => {
    const loader = path.endsWith(".ts") ? "ts" : "js";
    let contents = await readFile(path, "utf8");
    const watchFiles = [];
    for (const [quoted, relative] of contents.matchAll(reference)) {
      if (/\.(ts|js)$/.test(relative)) {
        const { file, sources } = await bundle(basename(relative).replace(/\.\w+$/, ""), join(dirname(path), relative));
        watchFiles.push(...sources);
        contents = contents.replace(`(${quoted},`, `("./${file}",`);
      } else {
        const variable = `file${watchFiles.length}`;
        watchFiles.push(join(dirname(path), relative));
        // The import stands last, so that messages have the lines of the source.
        contents = `${contents.replace(`(${quoted},`, `(${variable},`)}\nimport ${variable} from ${quoted};\n`;
      }
    }
    const languages = catalogue.test(contents) ? await tags() : [];
    contents = contents.replace(catalogue, (_, tag, options) => {
      const loads = languages.map((l) => `["${l}", () => import("../texts/${l}/workbench.json"${options})]`);
      return `new Map([${loads}]).get(${tag})()`;
    });
    return { contents, loader, watchFiles, watchDirs: languages.length > 0 ? [texts] : [] };
  });
}

/** The languages that have a catalogue of the workbench. */
async function tags() {
  return (await readdir(texts)).filter((tag) => existsSync(join(texts, tag, "workbench.json"))).sort();
}

let bundled;
function library() {
  return (bundled ??= bundle("uniform-identifiers", "uniform-identifiers/web"));
}

const page = { ...settings, entryPoints: { workbench: "src/main.ts" } };
await rm(dist, { recursive: true, force: true });
if (process.argv[2] === "serve") {
  const served = await context({ ...page, entryNames: "[name]", minify: false, sourcemap: "inline", write: false });
  await served.watch();
  const { hosts, port } = await served.serve({ host: "127.0.0.1", servedir: here });
  console.log(`http://${hosts[0]}:${port}/dev.html`);
} else {
  const { metafile } = await build(page);
  const [file, { cssBundle }] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === "src/main.ts");
  // Written last: without it, scripts/generate_web.py takes nothing of a build that failed.
  const manifest = { "workbench.js": basename(file), "workbench.css": basename(cssBundle) };
  await writeFile(join(dist, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
