import { anyPath as path } from './paths.ts';
import { l10n } from '../../../base/l10n.ts';
import type { EntryChange, EntryPath, Remedy } from './diagnosis.ts';
import { type Evidence, type StdioFacts, stdioOf } from './evidence.ts';
import { setValues } from './remedies.ts';
import { childrenOf } from './environments.ts';
import { sourceFile, sourcePlace } from './sourcePlace.ts';
import { folderOptionAt, startFolder } from './startFolder.ts';

interface OtherFolder {
  readonly cause: string;
  readonly remedy: Remedy;
}

/** A relative path that is looked for in the working folder, while the file is with the source of the server. */
export function otherFolder(file: string, evidence: Evidence): OtherFolder | undefined {
  const now = startFolder(stdioOf(evidence));
  if (now === undefined) return undefined;
  const name = path.relative(now, path.resolve(now, file));
  if (name === '' || name.startsWith('..')) return undefined;
  const inner = childrenOf(now, evidence.machine)
    .filter((each) => !each.startsWith('.') && each !== 'node_modules')
    .map((each) => path.join(now, each));
  const folder = [...foldersOfSource(evidence), ...inner].find(
    (each) => each !== now && evidence.machine.kindOf(path.join(each, name)) !== undefined,
  );
  if (folder === undefined) return undefined;
  return {
    cause: l10n.t('The server looks for {0} in the folder {1}, but it is in {2}.', name, now, folder),
    remedy: startIn(folder, evidence),
  };
}

/** With another working folder, what the entry names relative to the old one has to be named in full. */
export function startIn(folder: string, evidence: Evidence): Remedy {
  const launch = stdioOf(evidence);
  const option = launch && folderOptionAt(launch);
  const place = option === undefined ? ['cwd'] : ['args', option + 1];
  const others = launch ? inFull(launch, evidence).filter(({ path: at }) => at.join() !== place.join()) : [];
  return setValues(l10n.t('Start the server in {0}', folder), [{ path: place, value: folder }, ...others]);
}

function inFull(launch: StdioFacts, { machine }: Evidence): readonly EntryChange[] {
  const now = startFolder(launch) ?? '/';
  const words: readonly (readonly [EntryPath, string])[] = [
    [['command'], launch.command],
    ...launch.args.map((arg, at): readonly [EntryPath, string] => [['args', at], arg]),
  ];
  return words
    .filter(([, word]) => !path.isAbsolute(word) && /[/.]/.test(word))
    .map(([at, word]) => ({ path: at, value: path.join(now, word) }))
    .filter(({ value }) => machine.kindOf(value) !== undefined);
}

/** The folder of what is run, and the project around it. */
function foldersOfSource(evidence: Evidence): readonly string[] {
  const { args = [] } = stdioOf(evidence) ?? {};
  const scripts = args.filter((arg) => /\.(?:[cm]?[jt]s|py|rb|php|sh|jar|dll)$/.test(arg));
  const files = [...scripts.map((arg) => sourceFile(arg, evidence)), sourcePlace(evidence)?.file];
  return files.flatMap((file) =>
    file === undefined
      ? []
      : [path.dirname(file), path.dirname(path.dirname(file)), path.dirname(path.dirname(path.dirname(file)))],
  );
}
