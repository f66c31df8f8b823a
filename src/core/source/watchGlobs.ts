import path from 'node:path';
import { matchesGlob } from '../../base/glob.ts';
import type { ServerEntry } from '../config/model/model.ts';

interface WatchGlobs {
  /** Each from a folder on. */
  readonly includes: readonly { readonly base: string; readonly pattern: string }[];
  /** Of an absolute path. */
  isExcluded(file: string): boolean;
}

/** Nobody edits these, and there are more files in them than anywhere else. */
const never = ['**/node_modules/**', '**/.git/**', '**/__pycache__/**'];

/** `dev.watch` of an entry: globs from the folder of the workspace, with `!` before what does not count. */
export function watchGlobs(watch: readonly string[], folder: string): WatchGlobs {
  const slashed = (text: string): string => text.replaceAll('\\', '/');
  const plain = (glob: string): string =>
    slashed(glob.replace(/^!/, '').replace(/^(?:\$\{workspaceFolder\}[\\/]|\.[\\/])/, ''));
  const excluded = [...watch.filter((glob) => glob.startsWith('!')).map(plain), ...never].flatMap(withoutBraces);
  return {
    includes: watch.filter((glob) => !glob.startsWith('!')).map((glob) => placed(plain(glob), folder)),
    isExcluded: (file) => {
      const inside = slashed(path.relative(folder, file));
      return excluded.some((glob) => matchesGlob(glob, path.isAbsolute(glob) ? slashed(file) : inside));
    },
  };
}

/** An absolute glob begins at the last folder that it names. */
function placed(glob: string, folder: string): WatchGlobs['includes'][number] {
  if (!path.isAbsolute(glob)) return { base: folder, pattern: glob };
  const parts = glob.split('/');
  const at = parts.findIndex((part) => /[*?{[]/.test(part));
  const cut = at < 0 ? parts.length - 1 : at;
  return { base: parts.slice(0, cut).join('/') || '/', pattern: parts.slice(cut).join('/') };
}

/** `*.{ts,js}` as two globs; one pair of braces. */
function withoutBraces(glob: string): readonly string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(glob) ?? [];
  return whole === undefined ? [glob] : choices!.split(',').map((choice) => glob.replace(whole, choice));
}

const byProgram: readonly (readonly [program: RegExp, endings: string])[] = [
  [/^(?:python[\d.]*|uv|uvx|poetry)$/, 'py'],
  [/^cargo$/, 'rs'],
  [/^go$/, 'go'],
  [/^dotnet$/, 'cs'],
  [/^(?:java|gradle|mvn)$/, '{java,kt}'],
  [/^(?:ruby|bundle)$/, 'rb'],
  [/^php$/, 'php'],
];

/** Where the sources of a server probably are: beside the file that it runs, with its ending. */
export function proposedGlob({ launch }: ServerEntry): string {
  if (launch.kind !== 'stdio') return '**/*';
  const main = launch.args.find((arg) => /\.(?:[cm]?[jt]s|py|rb|php)$/.test(arg) && !path.isAbsolute(arg));
  const program = path.basename(launch.command).replace(/\.(?:exe|cmd)$/i, '');
  const ending = main ? path.extname(main).slice(1) : byProgram.find(([name]) => name.test(program))?.[1];
  const cwd = launch.cwd?.replace(/^\$\{workspaceFolder\}[\\/]?/, '') ?? '';
  const folder = path.posix.join(
    cwd.replaceAll('\\', '/'),
    main ? path.posix.dirname(main.replace(/^\$\{\w+\}\//, '')) : '',
  );
  return `${folder === '.' || folder === '' ? '' : `${folder}/`}**/*.${ending ?? '{ts,js,mjs}'}`;
}
