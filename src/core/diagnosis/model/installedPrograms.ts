import { childrenOf } from './environments.ts';
import type { Machine } from './evidence.ts';
import { pathsOf } from './paths.ts';

/** Where version managers and installers put several versions, in the home folder, with the folder of their programs. */
const shelves: readonly (readonly [versions: string, programs: string])[] = [
  ['.nvm/versions/node', 'bin'],
  ['.local/share/fnm/node-versions', 'installation/bin'],
  ['Library/Application Support/fnm/node-versions', 'installation/bin'],
  ['.volta/tools/image/node', 'bin'],
  ['.nodenv/versions', 'bin'],
  ['.pyenv/versions', 'bin'],
  ['.rbenv/versions', 'bin'],
  ['.rvm/rubies', 'bin'],
  ['.jenv/versions', 'bin'],
  ['.sdkman/candidates/java', 'bin'],
];
/** Of managers of any language: a folder for each language, and in it one for each version. */
const tools: readonly string[] = ['.asdf/installs', '.local/share/mise/installs', '.proto/tools'];
const ofWindows: readonly (readonly [versions: string, programs: string])[] = [
  ['AppData\\Local\\Programs\\Python', ''],
  ['AppData\\Local\\nvm', ''],
  ['AppData\\Roaming\\nvm', ''],
  ['AppData\\Roaming\\fnm\\node-versions', 'installation'],
  ['AppData\\Local\\Volta\\tools\\image\\node', ''],
];

export interface InstalledProgram {
  readonly file: string;
  readonly version: string;
}

/** The versions of a program that managers have, the newest first; aliases such as "latest" are none. */
export function installedPrograms(name: string, machine: Machine): readonly InstalledProgram[] {
  const path = pathsOf(machine);
  const below = (folder: string): readonly string[] =>
    childrenOf(folder, machine).map((each) => path.join(folder, each));
  const home = (shelf: string): string => path.join(machine.home, shelf);
  const isWindows = machine.platform === 'win32';
  const folders = isWindows
    ? ofWindows.flatMap(([versions, programs]) => below(home(versions)).map((each) => path.join(each, programs)))
    : [
        ...shelves.flatMap(([versions, programs]) => below(home(versions)).map((each) => path.join(each, programs))),
        ...tools.flatMap((tool) =>
          below(home(tool))
            .flatMap(below)
            .map((each) => path.join(each, 'bin')),
        ),
      ];
  const names = isWindows ? [`${name}.exe`, `${name}.cmd`] : [name];
  return folders
    .flatMap((folder) => names.map((each) => ({ file: path.join(folder, each), version: versionIn(folder) })))
    .filter(({ file, version }) => version !== '' && machine.kindOf(file) === 'file')
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

/** The last part of a path that looks like a version; Windows writes `Python312`. */
export function versionIn(folder: string): string {
  for (const part of folder.split(/[/\\]/).toReversed()) {
    const [, version] = /^(?:v|[a-z]+-)?(\d[\d.]*)/.exec(part) ?? [];
    if (version !== undefined) return version;
    const [, major, minor] = /^Python(\d)(\d{1,2})(?:-\d+)?$/.exec(part) ?? [];
    if (major !== undefined) return `${major}.${minor ?? '0'}`;
  }
  return '';
}

/** The newest one that is at least what is wanted. */
export function installedLeast(name: string, least: string, machine: Machine): InstalledProgram | undefined {
  return installedPrograms(name, machine).find(({ version }) => isAtLeast(version, least));
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0 || version.startsWith(`${least}.`);
}
