import { sameJson } from '../../../base/json.ts';
import type { ServerEntry } from '../model/model.ts';

interface ServersDiff {
  readonly added: readonly ServerEntry[];
  readonly removed: readonly ServerEntry[];
  /** Only what is launched in another way: a running server must restart. */
  readonly changed: readonly { readonly before: ServerEntry; readonly after: ServerEntry }[];
  /** Options that a running server can take over without a restart. */
  readonly adjusted: readonly { readonly before: ServerEntry; readonly after: ServerEntry }[];
  readonly unchanged: readonly ServerEntry[];
}

/** What a new configuration means for running servers. Comments, order, unknown keys and the place in the file mean nothing. */
export function diffServers(before: readonly ServerEntry[], after: readonly ServerEntry[]): ServersDiff {
  const old = new Map(before.map((entry) => [entry.name, entry]));
  const names = new Set(after.map(({ name }) => name));
  const kept = after.flatMap((entry) => {
    const previous = old.get(entry.name);
    return previous ? [{ before: previous, after: entry }] : [];
  });
  const same = kept.filter((pair) => sameLaunch(pair.before, pair.after));
  return {
    added: after.filter(({ name }) => !old.has(name)),
    removed: before.filter(({ name }) => !names.has(name)),
    changed: kept.filter((pair) => !sameLaunch(pair.before, pair.after)),
    adjusted: same.filter((pair) => !sameJson(pair.before.options, pair.after.options)),
    unchanged: same.filter((pair) => sameJson(pair.before.options, pair.after.options)).map((pair) => pair.after),
  };
}

/** A moved entry counts as changed only if its folder differs: `${workspaceFolder}` and the working directory follow it. */
function sameLaunch(a: ServerEntry, b: ServerEntry): boolean {
  return sameJson(launchFacts(a), launchFacts(b));
}

/** All that a running server depends on; what may change without a restart is not in it. */
export function launchFacts({ launch, options, source, inputs }: ServerEntry): unknown {
  const written = JSON.stringify(launch);
  const asked = inputs
    .filter(({ id }) => written.includes(`\${input:${id}}`))
    .map(({ id, kind, password }) => [id, kind, password]);
  return { launch, folder: source.folder?.path, sandbox: options.sandboxEnabled, asked };
}
