import path from 'node:path';

interface Place {
  readonly home: string;
  readonly platform: string;
  namesIn(folder: string): readonly string[];
}

/** In the home folder; the shims of version managers are programs too. */
const own: readonly string[] = [
  '.local/bin',
  '.bun/bin',
  '.deno/bin',
  '.cargo/bin',
  'go/bin',
  '.volta/bin',
  '.asdf/shims',
  '.local/share/mise/shims',
  '.pyenv/shims',
  '.rbenv/shims',
  '.npm-global/bin',
  '.yarn/bin',
  '.dotnet',
  '.dotnet/tools',
  '.local/share/pnpm',
  'Library/pnpm',
  '.sdkman/candidates/java/current/bin',
  '.nix-profile/bin',
  'miniconda3/bin',
  'anaconda3/bin',
  '.orbstack/bin',
  '.rd/bin',
  'n/bin',
];

const shared: readonly string[] = [
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/usr/bin',
  '/snap/bin',
  '/usr/local/go/bin',
  '/opt/conda/bin',
  '/Applications/Docker.app/Contents/Resources/bin',
];

const ofWindows: readonly string[] = [
  'C:\\Program Files\\nodejs',
  'C:\\Program Files\\Docker\\Docker\\resources\\bin',
  'C:\\Program Files\\Git\\cmd',
  'C:\\Program Files\\dotnet',
];

const ownOfWindows: readonly string[] = [
  'AppData\\Roaming\\npm',
  'scoop\\shims',
  '.local\\bin',
  '.cargo\\bin',
  '.bun\\bin',
  '.deno\\bin',
  '.dotnet\\tools',
];

/** Managers of several versions of Node.js, with the folder of the programs below that of a version. */
export const managers: readonly (readonly [versions: string, programs: string])[] = [
  ['.nvm/versions/node', 'bin'],
  ['.local/share/fnm/node-versions', 'installation/bin'],
  ['Library/Application Support/fnm/node-versions', 'installation/bin'],
  ['.local/share/mise/installs/node', 'bin'],
];

/** Of pip and gem, for each version of their language. */
const installers: readonly (readonly [versions: string, programs: string])[] = [
  ['Library/Python', 'bin'],
  ['.local/share/gem/ruby', 'bin'],
  ['.gem/ruby', 'bin'],
];
const installersOfWindows: readonly string[] = ['AppData\\Roaming\\Python', 'AppData\\Local\\Programs\\Python'];

/** Where installers put programs, whether or not a shell has it in its PATH. */
export function usualFolders(place: Place): readonly string[] {
  const { home, platform } = place;
  if (platform === 'win32')
    return [
      ...ofWindows,
      ...ownOfWindows.map((folder) => path.win32.join(home, folder)),
      ...installersOfWindows.flatMap((folder) => newestIn(path.win32.join(home, folder), 'Scripts', place)),
    ];
  return [
    ...shared,
    ...own.map((folder) => path.posix.join(home, folder)),
    ...[...managers, ...installers].flatMap(([versions, programs]) =>
      newestIn(path.posix.join(home, versions), programs, place),
    ),
  ];
}

function newestIn(folder: string, programs: string, { namesIn, platform }: Place): readonly string[] {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const versions = namesIn(folder).map((name) => name.split(/[/\\]/, 1)[0] ?? name);
  const newest = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest === undefined ? [] : [join(folder, newest, programs)];
}
