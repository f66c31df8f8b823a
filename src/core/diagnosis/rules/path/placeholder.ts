import { anyPath as path, pathsOf } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { argAt, ask, askForFile, askForFolder, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const example =
  /^(?:\/ABSOLUTE\/PATH|\/?path\/to\/|\/Users\/(?:username|you|yourname|your_username|me)\/|\/home\/(?:username|you|user_name)\/|C:\\Users\\(?:username|you)\\|<[^>]{2,60}>$|\[[^\]]{2,60}\]$|your[-_]\w{2,40}[-_]here|\{[^}]{2,60}\}$|.{0,60}\bYOUR_[A-Z]{2,20})/i;

/** A key, and not a path with a name in it: `YOUR_ACCOUNT/YOUR_KEY`. */
const isValue = /^(?!.*(?:PATH|DIR|FOLDER|FILE|VAULT))(?:--?[\w-]+=)?YOUR_[A-Z]/i;

/** The end of the path, in the home folder or one folder further. */
function inHome(arg: string, { machine }: Evidence): string | undefined {
  const parts = arg.split(/[/\\]/).filter((part) => part !== '');
  const [, below] = /^(?:\/Users|\/home|[A-Za-z]:\\Users)[/\\][^/\\]+[/\\](.+)$/i.exec(arg) ?? [];
  const own = below === undefined ? undefined : pathsOf(machine).join(machine.home, below);
  if (own !== undefined && machine.kindOf(own) !== undefined) return own;
  const inner = [...new Set(machine.namesIn(machine.home).map((name) => name.split(/[/\\]/, 1)[0] ?? name))];
  const folders = [
    machine.home,
    ...inner
      .filter((name) => !name.startsWith('.'))
      .slice(0, 100)
      .map((name) => path.join(machine.home, name)),
  ];
  for (let from = 1; from < parts.length - 1; from++) {
    const found = folders
      .map((folder) => path.join(folder, ...parts.slice(from)))
      .filter((file) => machine.kindOf(file) !== undefined);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** A path that was copied from a manual. */
export const examplePath = rule('path/example', (evidence) => {
  const launch = stdioOf(evidence);
  const at = launch && argAt(launch, (arg) => example.test(arg));
  const arg = at === undefined ? undefined : launch?.args[at];
  if (arg === undefined || evidence.machine.kindOf(arg) !== undefined) return undefined;
  const near = inHome(arg, evidence) ?? nearbyFile(arg, evidence.machine);
  return {
    cause: l10n.t('The argument {0} is an example from a manual.', arg),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), ['args', at ?? 0], near)]),
      ...(isValue.test(arg)
        ? [ask(l10n.t('Enter another value instead of {0}', arg), ['args', at ?? 0])]
        : choose(arg, at ?? 0, launch?.args[(at ?? 0) - 1])),
    ],
    ...inEntry('args', at ?? 0),
  };
});

/** An option such as "--directory" and a path without an ending want a folder, an ending wants a file. */
function choose(arg: string, at: number, option = ''): readonly Remedy[] {
  const file = askForFile(l10n.t('Choose the file'), ['args', at]);
  const folder = askForFolder(l10n.t('Choose the folder'), ['args', at]);
  if (/\.\w{1,5}$/.test(arg)) return [file];
  return ofFolder.test(option) ? [folder] : [folder, file];
}

const ofFolder = /^--?[\w-]*(?:dir|directory|folder|cwd|root|project|workspace|vault)$/i;
