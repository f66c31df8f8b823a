import { escapePattern } from '../../../base/pattern/escapePattern.ts';
import type { Machine } from './evidence.ts';
import { pathsOf } from './paths.ts';

const buildFolders = ['', 'dist', 'build', 'out', 'src', 'lib', 'bin'];

/** A file of the same name close to a path that does not exist: one folder up or down, or spelled a little differently. */
export function nearbyFile(missing: string, machine: Machine, cwd?: string): string | undefined {
  const path = pathsOf(machine);
  const target = path.resolve(cwd ?? '/', missing);
  const name = path.basename(target);
  const folder = path.dirname(target);
  const folders = [folder, path.dirname(folder), ...(cwd === undefined ? [] : [cwd])];
  for (const base of folders) {
    for (const below of buildFolders) {
      const candidate = path.join(base, below, name);
      if (candidate !== target && machine.kindOf(candidate) !== undefined) return candidate;
    }
  }
  const spelled = otherSpelling(target, machine);
  if (spelled !== undefined) return spelled;
  const names = [...new Set(machine.namesIn(folder).map((each) => each.split(/[/\\]/, 1)[0] ?? each))];
  const alike = names.find((other) => isAlike(other, name) && !isDangling(path.join(folder, other), machine));
  if (alike !== undefined) return path.join(folder, alike);
  const longer = path.extname(name) === '' ? names.filter((other) => isLonger(other, name)) : [];
  if (longer.length === 1 && machine.kindOf(path.join(folder, longer[0] ?? '')) === 'folder')
    return path.join(folder, longer[0] ?? '');
  const only = onlyProgram(names, name);
  return oneFolderFurther(target, machine) ?? (only === undefined ? undefined : path.join(folder, only));
}

/** The same path in other letters, at whichever level: another case, or one letter wrong. */
function otherSpelling(target: string, machine: Machine): string | undefined {
  const path = pathsOf(machine);
  const { root } = path.parse(target);
  let base = root;
  for (const part of target.slice(root.length).split(path.sep)) {
    const next = path.join(base, part);
    if (machine.kindOf(next) !== undefined) {
      base = next;
      continue;
    }
    const names = [
      ...new Set(machine.namesIn(base.replace(/(?<=.)[/\\]$/, '')).map((name) => name.split(/[/\\]/, 1)[0] ?? name)),
    ];
    const alike = names.filter((name) => name.toLowerCase() === part.toLowerCase());
    const near = alike.length > 0 || part.length < 5 ? alike : names.filter((name) => withinOneEdit(name, part));
    const split = near.length === 1 ? undefined : splitIn(names, part, (name) => path.join(base, name), machine);
    if (split !== undefined) {
      base = path.join(base, ...split);
      continue;
    }
    if (near.length !== 1) return undefined;
    base = path.join(base, near[0] ?? '');
  }
  return base === target || machine.kindOf(base) === undefined ? undefined : base;
}

/** Two names without what stands between them: `node_modules@scope`. */
function splitIn(
  names: readonly string[],
  part: string,
  fileOf: (name: string) => string,
  machine: Machine,
): readonly [string, string] | undefined {
  const pairs = names.filter((name) => part.startsWith(name)).map((name) => [name, part.slice(name.length)] as const);
  return pairs.find(([name, rest]) => rest !== '' && machine.namesIn(fileOf(name)).some((each) => isAt(rest, each)));
}

function isAt(name: string, listed: string): boolean {
  return listed === name || listed.startsWith(`${name}/`) || listed.startsWith(`${name}\\`);
}

/** A link whose target is gone: its folder lists it, and there is nothing behind it. */
export function isDangling(file: string, machine: Machine): boolean {
  const path = pathsOf(machine);
  const names = machine.namesIn(path.dirname(file));
  return machine.kindOf(file) === undefined && names.includes(path.basename(file));
}

const mostFolders = 200;

/** The same path below one folder more, or below another one: a clone in the workspace, a home folder with another name. */
function oneFolderFurther(target: string, machine: Machine): string | undefined {
  const path = pathsOf(machine);
  let base = path.dirname(target);
  while (machine.kindOf(base) === undefined && base !== path.dirname(base)) base = path.dirname(base);
  const below = path.relative(base, target);
  const [, ...behind] = below.split(path.sep);
  const folders = [...new Set(machine.namesIn(base).map((name) => name.split(/[/\\]/, 1)[0] ?? name))]
    .filter((name) => !/^(?:\.|node_modules$)/.test(name) || name.slice(1) === below.split(path.sep)[0])
    .slice(0, mostFolders);
  const found = [below, ...(behind.length > 1 ? [behind.join(path.sep)] : [])].flatMap((tail) =>
    folders.map((name) => path.join(base, name, tail)).filter((file) => machine.kindOf(file) !== undefined),
  );
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  const inner = folders.flatMap((name) =>
    foldersIn(path.join(base, name), machine).map((each) => path.join(base, name, each, below)),
  );
  const deeper = inner.slice(0, mostFolders * 2).filter((file) => machine.kindOf(file) !== undefined);
  return deeper.length === 1 ? deeper[0] : undefined;
}

function foldersIn(folder: string, machine: Machine): readonly string[] {
  const names = new Set(machine.namesIn(folder).map((name) => name.split(/[/\\]/, 1)[0] ?? name));
  return [...names].filter((name) => !/^(?:\.|node_modules$)|\.\w{1,5}$/.test(name)).slice(0, mostFolders);
}

/** The one file of the same language that is there. */
function onlyProgram(names: readonly string[], name: string): string | undefined {
  const ending = /\.(?:[cm]?[jt]s|py|rb|php|jar|sh|dll)$/.exec(name)?.[0];
  const [only, other] = ending === undefined ? [] : names.filter((each) => each.endsWith(ending));
  return other === undefined ? only : undefined;
}

/** `tickets-mcp` and `tickets-mcp-server` */
function isLonger(other: string, name: string): boolean {
  const [short, long] = [name, other].toSorted((a, b) => a.length - b.length);
  return (
    short !== undefined &&
    short.length > 2 &&
    long !== undefined &&
    new RegExp(`^${escapePattern(short)}[-_.]\\w|\\w[-_.]${escapePattern(short)}$`, 'i').test(long)
  );
}

const version = /[-_.]v?\d+(?:\.\d+)*(?:[-.](?:SNAPSHOT|alpha|beta|rc|RELEASE|all|final)[\d.]*)*(?=\.\w+$|$)/i;

/** Other case, another ending of the same language, or one letter too many, too few or wrong. */
function isAlike(other: string, name: string): boolean {
  if (other === name) return false;
  if (other.toLowerCase() === name.toLowerCase()) return true;
  if (version.test(name) && other.replace(version, '') === name.replace(version, '')) return true;
  const [stem, otherStem] = [name, other].map((each) => each.replace(/\.(?:[cm]?[jt]s|tsx?|jsx?)$/, ''));
  if (stem === otherStem && stem !== name) return true;
  return name.length > 4 && withinOneEdit(name, other);
}

export function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (a.length === b.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
    );
  return a.length > b.length ? restA.slice(1) === restB : restB.slice(1) === restA;
}

/** Whether few letters are added, left out or changed, and most stay. */
export function withinEdits(a: string, b: string, most: number): boolean {
  if (withinOneEdit(a, b)) return true;
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > longestWord) return false;
  let row = Array.from({ length: b.length + 1 }, (_each, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)));
    row = next;
  }
  return (row[b.length] ?? most + 1) <= Math.min(most, Math.floor(Math.min(a.length, b.length) / 3));
}

const longestWord = 100;
