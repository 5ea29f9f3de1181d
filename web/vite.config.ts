// The workbench: dev.html is its page for development; the service has a template of its own and takes the names of the
// scripts from the manifest. run.sh puts the package that bindings/js builds where `uniform-identifiers` is found.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  server: { host: "127.0.0.1", fs: { strict: false } },
  build: {
    target: "es2022",
    assetsDir: "", // one folder, as the service embeds it
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: URL
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { workbench: fileURLToPath(new URL("src/main.ts", import.meta.url)) } },
  },
  worker: { format: "es" },
});
