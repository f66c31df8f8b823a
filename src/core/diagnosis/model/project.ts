import { type Evidence, stdioOf } from './evidence.ts';
import { pathsOf } from './paths.ts';
import { sourceFile } from './sourcePlace.ts';
import { startFolder } from './startFolder.ts';

/** The file that the entry runs, where it is a script. */
export function scriptOf(evidence: Evidence): string | undefined {
  const name = stdioOf(evidence)?.args.find((arg) => /\.(?:[cm]?[jt]s|py|rb|php|pl|lua|sh|go)$/.test(arg));
  return name === undefined ? undefined : sourceFile(name, evidence);
}

/** The first line of the script, as far as it is read, with something in it. */
export function lineOfScript(
  evidence: Evidence,
  isIt: (line: string) => boolean,
): { readonly file: string; readonly line: number; readonly text: string } | undefined {
  const file = scriptOf(evidence);
  const lines = file === undefined ? [] : evidence.machine.head(file).split('\n');
  const at = lines.findIndex(isIt);
  return file === undefined || at < 0 ? undefined : { file, line: at + 1, text: lines[at] ?? '' };
}

/** The folders around what is run, the innermost first: of the script, of the environment, and the working folder. */
export function projectFolders(evidence: Evidence): readonly string[] {
  const path = pathsOf(evidence.machine);
  const launch = stdioOf(evidence);
  const script = launch?.args.find((arg) => path.isAbsolute(arg) && /\.\w{1,5}$/.test(arg));
  const environment = /^(.*)[/\\]\.?v?env[/\\](?:bin|Scripts)[/\\]/.exec(launch?.command ?? '')?.[1];
  const folders = [
    ...(script === undefined ? [] : [path.dirname(script), path.dirname(path.dirname(script))]),
    environment,
    startFolder(launch),
    launch?.cwd,
  ];
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

const read =
  /(?:process\.env(?:\.|\[['"])|os\.environ(?:\.get\(|\[)\s*['"]|(?:os\.)?[gG]et[eE]nv\(\s*['"]|GetEnvironmentVariable\("|Deno\.env\.get\(['"]|Bun\.env\.|import\.meta\.env\.|env\(['"]|env::var(?:_os)?\(\s*"|env!\("|System\.get_env\("|ENV\.fetch\(['"]|ENV\[['"]|\$_(?:ENV|SERVER)\[['"])([A-Z][A-Z0-9_]{2,60})/g;
/** What every program may read. */
const common =
  /^(?:PORT|HOST|HOME|PATH|USER|DEBUG|NODE_ENV|LOG_LEVEL|LOG_DIR|TZ|LANG|TMPDIR|CI|SHELL|PWD|XDG_\w+|HTTPS?_PROXY|NO_PROXY)$/;

/** The variables that a line of a source reads. */
export function namesRead(line: string): readonly string[] {
  const [, list = ''] = /\{([^{}]{3,400})\}\s*=\s*process\.env\b/.exec(line) ?? [];
  const names = [
    ...[...line.matchAll(read)].map(([, name = '']) => name),
    ...(list.match(/\b[A-Z][A-Z0-9_]{2,60}\b/g) ?? []),
  ];
  return names.filter((name) => !common.test(name));
}

/** The variables that the script reads, with the line of each. */
export function variablesRead(evidence: Evidence): readonly { readonly name: string; readonly line: string }[] {
  const file = scriptOf(evidence);
  const lines = file === undefined ? [] : evidence.machine.head(file).split('\n');
  return lines.flatMap((line) => namesRead(line).map((name) => ({ name, line })));
}

/** A file with variables beside the server, and the names in it. */
export function variableFile(
  evidence: Evidence,
): { readonly file: string; readonly names: readonly string[] } | undefined {
  const path = pathsOf(evidence.machine);
  const file = projectFolders(evidence)
    .flatMap((folder) => ['.env', '.env.local'].map((name) => path.join(folder, name)))
    .find((each) => evidence.machine.kindOf(each) === 'file');
  if (file === undefined) return undefined;
  const names = [...evidence.machine.head(file).matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w{1,60})\s*=\s*\S/gm)];
  return { file, names: names.map(([, name = '']) => name) };
}

/** Those that it reads and that nothing sets. */
export function unsetVariables(evidence: Evidence): readonly string[] {
  const env = stdioOf(evidence)?.env ?? {};
  const known = new Set([...Object.keys(env).filter((name) => env[name]), ...(variableFile(evidence)?.names ?? [])]);
  return [...new Set(variablesRead(evidence).map(({ name }) => name))].filter((name) => !known.has(name));
}
