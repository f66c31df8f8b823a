// @ts-check
// Decides which chunks of a build become one file. esbuild makes a chunk for every set of entry points that share
// code, and a lazy `import()` anywhere is an entry point: a start then loads a hundred small files.

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */
/** @typedef {{ readonly starts: Set<string>, readonly files: readonly string[], readonly bytes: number, readonly externals: Set<string>, readonly outside: boolean }} Group */

/**
 * @typedef {object} Starts
 * @property {(entryPoint: string) => boolean} isStart whether all that it needs is loaded at once
 * @property {(entryPoint: string) => string | undefined} [before] the entry point that is always loaded before this one
 * @property {number} fileCost how many bytes of code take as long as one file more
 */

/** Of a module of Node that a start does without and that is not loaded anyway: `node:http` takes 17 ms. */
const builtinCost = 60_000;
const costly = /^(?:node:)?(?:child_process|crypto|dns|https?|net|readline|sqlite|tls|worker_threads|zlib)\b/;

/** @param {Outputs} outputs @param {string} file */
export function staticImports(outputs, file) {
  const imports = outputs[file]?.imports ?? [];
  return imports.filter(({ external, kind }) => !external && kind === 'import-statement').map(({ path }) => path);
}

/** @param {Outputs} outputs @param {readonly string[]} entries */
function staticClosure(outputs, entries) {
  const seen = new Set(entries);
  for (const file of seen) for (const next of staticImports(outputs, file)) seen.add(next);
  return seen;
}

/** @param {Outputs} outputs @param {Iterable<string>} files */
function externals(outputs, files) {
  const imports = [...files].flatMap((file) => outputs[file]?.imports ?? []);
  return new Set(imports.filter(({ external }) => external).map(({ path }) => path));
}

/** What a command line or a language server can come to load, where there is no `vscode`. @param {Outputs} outputs */
function loadedOutsideVscode(outputs) {
  const entries = Object.keys(outputs).filter((file) => /^src\/(?:cli|lsp)\//.test(outputs[file]?.entryPoint ?? ''));
  const seen = new Set(entries);
  for (const file of seen) for (const { path, external } of outputs[file]?.imports ?? []) if (!external) seen.add(path);
  return seen;
}

/**
 * Groups of chunks such that each start (what is loaded at once for an entry point) has few files and little code
 * that it does not need. Chunks that no start needs, and entry points, stay as they are.
 * @param {Outputs} outputs @param {Starts} starts
 * @returns {readonly (readonly string[])[]}
 */
export function chunkGroups(outputs, { isStart, before, fileCost }) {
  const files = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const starts = files.filter((file) => isStart(outputs[file]?.entryPoint ?? ''));
  const earlier = (/** @type {string} */ start) => {
    const entryPoint = before?.(outputs[start]?.entryPoint ?? '');
    return files.filter((file) => entryPoint !== undefined && outputs[file]?.entryPoint === entryPoint);
  };
  const loaded = new Map(starts.map((start) => [start, staticClosure(outputs, [start, ...earlier(start)])]));
  const outside = loadedOutsideVscode(outputs);
  /** @type {Map<string, Group>} */
  const bySet = new Map();
  for (const file of files.filter((one) => outputs[one]?.entryPoint === undefined)) {
    const mine = starts.filter((start) => loaded.get(start)?.has(file));
    const one = { starts: new Set(mine), files: [file], outside: outside.has(file) };
    const key = `${mine.join()} ${one.outside}`;
    if (mine.length > 0) bySet.set(key, joined(outputs, one, bySet.get(key)));
  }
  const groups = [...bySet.values()];
  const needless = needlessIn(outputs, loaded);
  const next = () => bestPair(outputs, groups, (one, other) => gainOf(one, other, needless, fileCost));
  for (let best = next(); best; best = next()) {
    const [one, other] = best;
    groups.splice(groups.indexOf(other), 1);
    groups[groups.indexOf(one)] = joined(outputs, one, other);
  }
  return groups.map((group) => group.files).filter((group) => group.length > 1);
}

/** @param {Outputs} outputs @param {Pick<Group, 'starts' | 'files' | 'outside'>} one @param {Pick<Group, 'starts' | 'files' | 'outside'>} [other] @returns {Group} */
function joined(outputs, one, other) {
  const all = [...one.files, ...(other?.files ?? [])];
  const bytes = all.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  return {
    starts: new Set([...one.starts, ...(other?.starts ?? [])]),
    files: all,
    bytes,
    externals: externals(outputs, all),
    outside: one.outside,
  };
}

/**
 * @param {Outputs} outputs @param {readonly Group[]} groups @param {(one: Group, other: Group) => number} gain
 * @returns {readonly [Group, Group] | undefined}
 */
function bestPair(outputs, groups, gain) {
  const pairs = groups
    .flatMap((one, at) => groups.slice(at + 1).map((other) => ({ one, other })))
    .filter(({ one, other }) => one.outside === other.outside);
  const useful = pairs
    .map(({ one, other }) => ({ one, other, gained: gain(one, other) }))
    .filter(({ gained }) => gained > 0)
    .toSorted((a, b) => b.gained - a.gained);
  const best = useful.find(({ one, other }) => !isBetween(outputs, groups, one, other));
  return best && [best.one, best.other];
}

/** @param {Group} one @param {Group} other @param {(group: Group, start: string) => number} needless @param {number} fileCost */
function gainOf(one, other, needless, fileCost) {
  let gain = 0;
  for (const start of new Set([...one.starts, ...other.starts])) {
    const both = one.starts.has(start) && other.starts.has(start);
    gain += both ? fileCost : -needless(one.starts.has(start) ? other : one, start);
  }
  return gain;
}

/**
 * What a start would load with a group that it does not need: the group, and what that imports.
 * @param {Outputs} outputs @param {ReadonlyMap<string, ReadonlySet<string>>} loaded @returns {(group: Group, start: string) => number}
 */
function needlessIn(outputs, loaded) {
  const known = new Map([...loaded].map(([start, closure]) => [start, externals(outputs, closure)]));
  /** @type {WeakMap<Group, Map<string, number>>} */
  const costs = new WeakMap();
  return (group, start) => {
    const ofGroup = costs.get(group) ?? new Map();
    costs.set(group, ofGroup);
    if (!ofGroup.has(start)) ofGroup.set(start, costOf(outputs, group.files, loaded.get(start), known.get(start)));
    return ofGroup.get(start) ?? 0;
  };
}

/** @param {Outputs} outputs @param {readonly string[]} group @param {ReadonlySet<string>} [has] @param {ReadonlySet<string>} [knows] */
function costOf(outputs, group, has, knows) {
  const more = [...staticClosure(outputs, group)].filter((file) => !has?.has(file));
  const bytes = more.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  const builtins = [...externals(outputs, more)].filter((name) => costly.test(name) && !knows?.has(name));
  return bytes + builtinCost * builtins.length;
}

/** Whether a third file lies between them: joined, the two and that one would import each other. @param {Outputs} outputs @param {readonly Group[]} groups @param {Group} one @param {Group} other */
function isBetween(outputs, groups, one, other) {
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  /** @param {Group} from @param {Group} to */
  const leads = (from, to) => {
    const inside = new Set([...one.files, ...other.files]);
    const seen = new Set(
      from.files.flatMap((file) => staticImports(outputs, file)).filter((file) => !inside.has(file)),
    );
    for (const file of seen) {
      if (to.files.includes(file)) return true;
      for (const member of groupOf.get(file)?.files ?? [file])
        for (const next of staticImports(outputs, member)) if (!from.files.includes(next)) seen.add(next);
    }
    return false;
  };
  return leads(one, other) || leads(other, one);
}
