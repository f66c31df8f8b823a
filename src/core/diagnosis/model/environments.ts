import type { Evidence, Machine } from './evidence.ts';
import { stdioOf } from './evidence.ts';
import { pathsOf } from './paths.ts';
import { projectFolders } from './project.ts';

/** Where managers and users put the environments of Python, each with several in it. */
const shelves: readonly string[] = [
  '.venvs',
  'venvs',
  'envs',
  '.virtualenvs',
  '.local/share/virtualenvs',
  'miniconda3/envs',
  'anaconda3/envs',
  'miniforge3/envs',
  '.conda/envs',
  '.local/share/uv/tools',
  '.local/share/pipx/venvs',
  '.local/pipx/venvs',
  '.pyenv/versions',
];
const own: readonly string[] = ['.venv', 'venv', 'env'];
const mostEach = 100;

/** The environments of Python of this machine: of the project first, then those of the user. */
export function environments(evidence: Evidence): readonly string[] {
  const { machine } = evidence;
  const path = pathsOf(machine);
  const given = (stdioOf(evidence)?.args ?? []).filter((arg) => path.isAbsolute(arg) && machine.kindOf(arg));
  const near = [...projectFolders(evidence), ...given, ...given.map((each) => path.dirname(each)), machine.home];
  const folders = [
    ...near.flatMap((folder) => own.map((name) => path.join(folder, name))),
    ...near.slice(0, -1).flatMap((folder) => environmentsIn(folder, machine)),
    ...shelves.flatMap((shelf) => {
      const folder = path.join(machine.home, shelf);
      return childrenOf(folder, machine).map((name) => path.join(folder, name));
    }),
  ];
  return [...new Set(folders)].filter((folder) => machine.kindOf(folder) === 'folder');
}

/** Of any name: an environment has a file that says so. */
export function environmentsIn(folder: string, machine: Machine): readonly string[] {
  const path = pathsOf(machine);
  return childrenOf(folder, machine)
    .filter((name) => !/\.\w{2,5}$|^(?:node_modules|src|dist|\.git)$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((each) => ['pyvenv.cfg', 'conda-meta'].some((name) => machine.kindOf(path.join(each, name)) !== undefined));
}

/** The Python of an environment. */
export function pythonOf(environment: string, machine: Machine): string | undefined {
  return programOf(environment, 'python', machine) ?? programOf(environment, 'python3', machine);
}

/** The names in a folder; the first part of each where more is known. */
export function childrenOf(folder: string, { namesIn }: Pick<Machine, 'namesIn'>): readonly string[] {
  return [...new Set(namesIn(folder).map((name) => name.split(/[/\\]/, 1)[0] ?? name))].slice(0, mostEach);
}

/** A program of an environment, as either system has it. */
export function programOf(environment: string, name: string, machine: Machine): string | undefined {
  const path = pathsOf(machine);
  return [path.join(environment, 'bin', name), path.join(environment, 'Scripts', `${name}.exe`)].find(
    (file) => machine.kindOf(file) === 'file',
  );
}

/** Whether a module of Python is installed there. */
export function hasModule(environment: string, module: string, machine: Machine): boolean {
  const path = pathsOf(machine);
  const lib = path.join(environment, 'lib');
  const pythons = childrenOf(lib, machine).filter((name) => name.startsWith('python'));
  const places = [...pythons.map((name) => path.join(lib, name)), path.join(environment, 'Lib')];
  return places
    .flatMap((place) => [module, `${module}.py`].map((name) => path.join(place, 'site-packages', name)))
    .some((each) => machine.kindOf(each) !== undefined);
}
