import { anyPath as path } from './paths.ts';
import type { Evidence, Machine } from './evidence.ts';

const folders = ['dist', 'build', 'bin', 'lib', 'out', ''];
const names = ['index', 'cli', 'main', 'server', 'stdio'];

/** Files of a package that its program may be: what "bin" names cannot be read without running anything. */
export function programsOf(folder: string, machine: Machine): readonly string[] {
  return folders
    .flatMap((below) =>
      names.flatMap((name) => ['.js', '.mjs', '.cjs'].map((end) => path.join(folder, below, name + end))),
    )
    .filter((file) => machine.kindOf(file) === 'file');
}

/** The folders in which npx keeps a package. */
export function runFoldersOf(name: string, { machine }: Evidence): readonly string[] {
  const cache = path.join(machine.home, '.npm', '_npx');
  const runs = new Set(machine.namesIn(cache).map((each) => each.split(/[/\\]/, 1)[0] ?? each));
  return [...runs].map((run) => path.join(cache, run, 'node_modules', name));
}
