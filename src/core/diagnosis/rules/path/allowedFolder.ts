import { l10n } from '../../../../base/l10n.ts';
import { createFolder } from '../../cures/createFolder.ts';
import { copyExample } from '../../cures/copyExample.ts';
import { changeValue } from '../../cures/entryValues.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import { advise, argAt, ask, askForFolder, setValue } from '../../model/remedies.ts';
import { otherFolder } from '../../model/otherFolder.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { pathsOf } from '../../model/paths.ts';
import { startFolder } from '../../model/startFolder.ts';

/** A file or folder that is handed to the server as an argument. */
export const argumentPathMissing = outputRule(
  'path/argument',
  [
    /(?:Error accessing directory|Cannot access directory|Skipping inaccessible directory|Warning: Cannot access directory) ((?:[A-Za-z]:)?[^\n:,]{1,400})/,
    /(?:ENOENT: no such file or directory|no such file or directory), ?(?:open|stat|lstat|scandir|access|opendir|realpath) '([^'\n]{1,400})'/i,
    /os error 2\): (?:readfile|open|stat|lstat|readdir|readtextfile|opendir) '([^'\n]{1,400})'/i, // Deno
    /connect ENOENT (\/[^\s'"]{2,400})/,
    /ENOTDIR: not a directory, \w{1,20} '([^'\n]{1,400})'/,
    /\[Errno 2\] No such file or directory: '([^'\n]{1,400}[/.][^'\n]{0,400})'/,
    /(?:unable to open database file|no such database|Directory (?:does not exist|not found)|File (?:does not exist|not found)|Path (?:does not exist|not found)|not a valid (?:directory|path)):?(?: at:?| in:?)? ['"]?([^\n'"]{1,400})/i,
    /\b(?:open|l?stat|chdir|readlink|access|execve?) ([^\s:][^\n:]{1,400}): no such file or directory/,
    /(?:^|\n)\S{0,200}node(?:\.exe)?: ([^\s:]{1,400}): not found/, // --env-file
    /(?:NoSuchFileException|FileNotFoundException|NotADirectoryException|DirectoryNotFoundException): (?:Could not find (?:a part of the path|file) )?'?([^\n'(]{2,400}?)'?(?:$|\n| \()/,
    /No such file or directory (?:@ \w{1,30}|-) (?:- )?([^\n(]{2,400}?)(?: \(|\n|$)/, // Ruby
    /no such file or directory, chdir '[^'\n]{1,400}' -> '([^'\n]{1,400})'/,
    /ENOENT: no such file or directory, \w{1,20} '([^'\n]{1,400})'/,
    /(?:reading|opening|loading|open|read|load)(?: file| config(?:uration)?(?: file)?)?:? [`'"]?((?:\/|~\/|\.\/)[^\s`'":]{2,400})[`'"]?(?::|\n\s*\d+:)? ?No such file/i,
    /(?:create|make|access|enter)(?: \w{1,20}){0,2} (?:directory|folder) [`'"]([^`'"\n]{2,400})[`'"]: /i,
    /(?:ba|z|da)?sh: (?:line )?\d{1,6}: ((?:[\w.~-]{1,100})?\/[^\n:&|;]{2,400}): No such file or directory/,
    /\bcd: (?:can't cd to )?([^\n:]{1,400}?)(?:: No such file or directory|\n|$)/,
    /Invalid value for [^\n]{1,100}: (?:Path|File|Directory) '([^'\n]{1,400})' does not exist/,
  ],
  ([, file = ''], evidence, line) => {
    const launch = stdioOf(evidence);
    const path = pathsOf(evidence.machine);
    const at =
      launch &&
      argAt(launch, (arg) => arg === file || arg.endsWith(`=${file}`) || (arg.length > 3 && file.endsWith(arg)));
    const near =
      nearbyFile(file, evidence.machine, startFolder(launch)) ??
      (path.isAbsolute(file) ? undefined : nearbyFile(file, evidence.machine, evidence.machine.home));
    const variable = Object.entries(launch?.env ?? {}).find(([, value]) => value === file)?.[0];
    // npx looks there first, and a new Node.js only names it.
    const isOfNpm = /^npm .*lstat '(?!.*(?:_npx|_cacache|node_modules|\.json'))/.test(line);
    const other = at === undefined && !isOfNpm ? otherFolder(file, evidence) : undefined;
    return {
      cause: isOfNpm
        ? l10n.t('The folder {0}, in which npm keeps global packages, does not exist yet.', file)
        : (other?.cause ??
          (near !== undefined && (at !== undefined || variable !== undefined)
            ? l10n.t('The server was given {0}, which does not exist, but {1} does.', file, near)
            : isGiven(file, evidence)
              ? l10n.t('The server was given {0}, which does not exist.', file)
              : l10n.t('The server needs {0}, which does not exist.', file))),
      remedies: [
        ...(isOfNpm ? [createFolder(file, evidence.machine)] : []),
        ...(other ? [other.remedy] : []),
        ...copyExample(path.resolve(startFolder(launch) ?? '/', file), evidence.machine),
        ...(near !== undefined && at !== undefined
          ? [setValue(l10n.t('Use {0}', near), ['args', at], `${prefixOf(launch?.args[at])}${near}`)]
          : []),
        ...(near !== undefined && variable !== undefined
          ? [setValue(l10n.t('Use {0}', near), ['env', variable], near)]
          : []),
        ...(at === undefined ? [] : createOrChoose(file, ['args', at], launch?.args[at] ?? '', evidence)),
        ...(at === undefined ? changeValue(evidence, file, 'file') : []),
        ...(at === undefined && /^[\w.-]+$/.test(file) && launch
          ? [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])]
          : []),
        advise(l10n.t('Create {0}, or give the server another path.', file)),
      ],
      ...(at !== undefined && inEntry('args', at)),
      isCertain: at !== undefined || isOfNpm,
    };
  },
);

/** By the entry, in one of its values. */
function isGiven(file: string, evidence: Evidence): boolean {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const name = pathsOf(evidence.machine).basename(file);
  return [...args, ...Object.values(env)].some((value) => value?.includes(name));
}

/** `--env-file=` of an option that has its value behind it. */
function prefixOf(arg = ''): string {
  return /^--?[\w-]+=/.exec(arg)?.[0] ?? '';
}

/** A name without an ending is a folder. */
function createOrChoose(file: string, at: EntryPath, arg: string, { machine }: Evidence): readonly Remedy[] {
  const path = pathsOf(machine);
  const isFolder = path.extname(file) === '' && !path.basename(file).startsWith('.');
  const prefix = prefixOf(arg);
  const more = prefix === '' ? {} : { prefix };
  if (!isFolder) return [ask(l10n.t('Choose the file'), at, { what: 'file', ...more })];
  return [
    ask(l10n.t('Choose the folder'), at, { what: 'folder', ...more }),
    ...(path.isAbsolute(file) ? [createFolder(file, machine)] : []),
  ];
}
