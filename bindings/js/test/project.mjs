// A user's project: a folder with some files, into which npm installs the packed package.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const build = process.env.UNIFORM_JS_BUILD;
const [tarball] = readdirSync(build).filter((name) => name.endsWith(".tgz"));
const run = promisify(execFile);

/** The folder of an installed package of a set of tools: "bundlers" or "runtimes". */
export const tool = (set, ...path) => join(build, set, "node_modules", ...path);

/**
 * Runs `f(project)` with a project of these files. It is below the tools of the set, so that its configuration can import
 * them, as if they were installed in it.
 */
export async function inProject(set, files, f) {
  mkdirSync(join(build, set), { recursive: true });
  const folder = mkdtempSync(join(build, set, "project-"));
  const running = [];
  try {
    for (const [name, text] of Object.entries({ "package.json": '{ "private": true }', ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const project = {
      folder,
      /** Runs the program and gives what it prints. */
      async run(program, args, env = {}) {
        const { stdout } = await run(program, args, { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 24 });
        return stdout;
      },
      node: (...args) => project.run(process.execPath, args),
      /** Starts a program that runs until the end of `f`: the first match of the pattern in what it prints. */
      async start(pattern, program, args, env = {}) {
        const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
        running.push(child);
        let printed = "";
        return new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error(`${program} did not print ${pattern} in two minutes: ${printed}`)), 120_000).unref();
          const take = (data) => {
            printed += data;
            const found = pattern.exec(printed.replace(/\u001b\[[0-9;]*m/g, ""));
            if (found) resolve(found);
          };
          child.stdout.on("data", take);
          child.stderr.on("data", take);
          child.on("error", reject);
          child.on("exit", (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)));
        });
      },
    };
    await project.run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", join(build, tarball)]);
    return await f(project);
  } finally {
    await Promise.all(running.filter((child) => child.pid !== undefined && child.exitCode === null && child.signalCode === null).map((child) => new Promise((resolve) => {
      child.on("exit", resolve);
      child.kill();
    })));
    rmSync(folder, { recursive: true });
  }
}
