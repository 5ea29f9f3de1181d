// The worker: one list, one answer; to cancel is to end the worker.
import { loadCore } from "../core.js";
import { checkList, type Counts, type ListOptions, type ListResult } from "./check.js";

export type Answer =
  | { kind: "progress"; counts: Counts }
  | { kind: "done"; result: ListResult }
  | { kind: "failed"; message: string };

self.onmessage = (event: MessageEvent<{ source: Blob; options: ListOptions }>) => {
  const answer = (a: Answer): void => self.postMessage(a);
  void (async () => {
    const { source, options } = event.data;
    const core = await loadCore();
    answer({ kind: "done", result: await checkList(core, source, options, (counts) => answer({ kind: "progress", counts })) });
  })().catch((e: unknown) => answer({ kind: "failed", message: e instanceof Error ? e.message : String(e) }));
};
