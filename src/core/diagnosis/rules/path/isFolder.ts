import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import type { EntryPath } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { askForFile, askForFolder, setValue } from '../../model/remedies.ts';
import { inEntry, lineAt, outputRule, rule } from '../../model/rule.ts';

/** The other way round: servers of files want the folder. */
export const fileForFolder = rule('path/file-for-folder', (evidence) => {
  const launch = stdioOf(evidence);
  const output = outputOf(evidence);
  const match = /not a directory|is not a folder|ENOTDIR|None of the specified directories|must be a directory/i.exec(
    output,
  );
  const at =
    launch?.args.findIndex(
      (arg) => output.includes(arg) && path.isAbsolute(arg) && evidence.machine.kindOf(arg) === 'file',
    ) ?? -1;
  const file = launch?.args[at];
  if (!evidence.end || !match || file === undefined) return undefined;
  const folder = path.dirname(file);
  return {
    cause: l10n.t('{0} is a file, but the server needs a folder there.', file),
    remedies: [
      setValue(l10n.t('Use {0}', folder), ['args', at], folder),
      askForFolder(l10n.t('Choose the folder'), ['args', at]),
    ],
    ...inEntry('args', at),
    proof: lineAt(output, match.index),
  };
});

/** A folder where the server reads a file: the message seldom says which. */
export const folderForFile = outputRule(
  'path/folder-for-file',
  [
    /(?:EISDIR|illegal operation on a directory|IsADirectoryError|[Ii]s a directory)[^\n]{0,40}?(?:'([^'\n]{2,300})')?/,
    /read ([^\n:]{2,300}): is a directory/,
  ],
  ([, named], evidence) => {
    const found = folderIn(evidence, named);
    if (!stdioOf(evidence) || !evidence.end || !found) return undefined;
    const [path, folder] = found;
    return {
      cause: l10n.t('{0} is a folder, but the server needs a file there.', folder),
      remedies: path === undefined ? [] : [askForFile(l10n.t('Choose the file'), path)],
      ...(path !== undefined && inEntry(...path)),
      isCertain: false,
    };
  },
);

function folderIn(evidence: Evidence, named?: string): readonly [EntryPath | undefined, string] | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const values: readonly (readonly [EntryPath, string])[] = [
    ...args.map((arg, at) => [['args', at], arg.replace(/^--?[\w-]+=/, '')] as const),
    ...Object.entries(env).map(([name, value]) => [['env', name], value ?? ''] as const),
  ];
  const isFolder = (value: string): boolean => value === named || evidence.machine.kindOf(value) === 'folder';
  return values.find(([, value]) => isFolder(value)) ?? (named === undefined ? undefined : [undefined, named]);
}
