import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { copyExample } from '../../cures/copyExample.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import { advise, askForFile, askForFolder, runInTerminal, setValue } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint =
  /no such file|not found|does(?: not|n't) exist|unable to open|cannot open|could not open|failed to open|NotFound|ENOENT|cannot find|can't find|nicht finden|introuvable|no se (?:puede )?encontr|не удается найти|找不到|見つかりません|não encontr/i;

/** The server says that something is not there and not what; its entry names a path that is not. */
export const entryPathMissing = rule('path/entry', (evidence) => {
  const output = outputOf(evidence);
  const match = complaint.exec(output);
  const found = evidence.end && match ? missingPath(evidence) : undefined;
  if (!found || !match) return undefined;
  const [at, file] = found;
  const near = nearbyFile(file, evidence.machine);
  return {
    cause:
      near === undefined
        ? isFolderMissing(file, evidence)
          ? l10n.t('The server was given {0}, but there is no folder {1}.', file, path.dirname(file))
          : l10n.t('The server was given {0}, which does not exist.', file)
        : l10n.t('The server was given {0}, which does not exist, but {1} does.', file, near),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), at, near)]),
      ...copyExample(file, evidence.machine),
      ...(isFolderMissing(file, evidence) ? [makeFolder(file, evidence)] : []),
      path.extname(file) === ''
        ? askForFolder(l10n.t('Choose the folder'), at)
        : askForFile(l10n.t('Choose the file'), at),
      advise(l10n.t('Create {0}, or give the server another path.', file)),
    ],
    proof: lineAt(output, match.index),
    ...inEntry(...at),
    isCertain: false,
  };
});

/** A database is made by itself, but not the folder for it. */
function isFolderMissing(file: string, { machine }: Evidence): boolean {
  return (
    /\.(?:db|sqlite3?|duckdb|log|json)$/i.test(file) &&
    path.isAbsolute(file) &&
    machine.kindOf(path.dirname(file)) === undefined
  );
}

function makeFolder(file: string, { machine }: Evidence): Remedy {
  const folder = path.dirname(file);
  const command = machine.platform === 'win32' ? ['cmd', '/c', 'mkdir', folder] : ['mkdir', '-p', folder];
  return runInTerminal(l10n.t('Create the folder'), command);
}

/** The first one; what comes from a container is another file system. */
function missingPath({ launch, machine, ...evidence }: Evidence): readonly [EntryPath, string] | undefined {
  const facts = stdioOf({ launch, machine, ...evidence });
  if (!facts || /(?:docker|podman|ssh|wsl)(?:\.exe)?$/.test(facts.command)) return undefined;
  const values: readonly (readonly [EntryPath, string])[] = [
    ...facts.args.map((arg, at) => [['args', at], arg] as const),
    ...Object.entries(facts.env).map(([name, value]) => [['env', name], value ?? ''] as const),
  ];
  return values.find(
    ([, value]) =>
      !/^\/[a-z]$/i.test(value) &&
      (/^[A-Za-z]:/.test(value) ? /^[A-Za-z]:[\\/][^:;*?]+$/ : /^\/[^:;\s]*$/).test(value) &&
      machine.kindOf(value) === undefined,
  );
}
