import { startFolder } from './startFolder.ts';
import { type Evidence, outputOf, stdioOf } from './evidence.ts';
import { pathsOf } from './paths.ts';

interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

const file = String.raw`((?:(?<![A-Za-z])[A-Za-z]:)?[^\s:"'()<>\[\]]{1,300}\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kts?|cs|fs|exs?|lua|pl|sh|swift|dart))`;
/** How languages name a line of a source. */
const forms: readonly RegExp[] = [
  /File "([^"\n<]{1,300})", line (\d{1,6})/g, // Python
  new RegExp(`${file}(?::line |:|\\()(\\d{1,6})\\b`, 'g'), // most
  new RegExp(`${file}(?: on| at|,)? line (\\d{1,6})\\b`, 'g'), // PHP, Perl
];
const ofOthers =
  /[/\\](?:node_modules|site-packages|dist-packages|lib[/\\]python\d|go[/\\](?:src|pkg)|\.cargo|rustc|vendor|gems|\.deno|usr[/\\]lib)[/\\]|^<|^node:/;

/** The line of the user's own source that the output names; the last one where the stack of Python tells it. */
export function sourcePlace(evidence: Evidence): SourcePlace | undefined {
  const output = outputOf(evidence);
  for (const form of forms) {
    const own = [...output.matchAll(form)].flatMap(([, name = '', line = '']) => placeOf(name, line, evidence) ?? []);
    const found = form === forms[0] ? own.at(-1) : own[0];
    if (found) return found;
  }
  return undefined;
}

function placeOf(name: string, line: string, evidence: Evidence): SourcePlace | undefined {
  const found = sourceFile(name.replace(/^file:\/\//, ''), evidence);
  return found === undefined || ofOthers.test(found) ? undefined : { file: found, line: Number(line) };
}

/** A file of this machine, as the server sees it from its folder, or as it was built in the project around the program. */
export function sourceFile(name: string, evidence: Evidence): string | undefined {
  const path = pathsOf(evidence.machine);
  const launch = stdioOf(evidence);
  const around = path.isAbsolute(name) || !/[/\\]/.test(name) ? [] : foldersAround(launch?.command ?? '', evidence);
  const files = [startFolder(launch), launch?.cwd ?? '/', ...around].flatMap((folder) =>
    folder === undefined ? [] : [path.resolve(folder, name)],
  );
  return files.find((file) => evidence.machine.kindOf(file) === 'file');
}

const mostLevels = 4;

/** `target/release` and its like, up to the project. */
function foldersAround(program: string, { machine }: Evidence): readonly string[] {
  const path = pathsOf(machine);
  const folders: string[] = [];
  if (!path.isAbsolute(program)) return folders;
  for (let at = path.dirname(program); folders.length < mostLevels && at !== machine.home; at = path.dirname(at))
    folders.push(at);
  return folders;
}
