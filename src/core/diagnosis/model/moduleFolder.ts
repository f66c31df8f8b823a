import { childrenOf } from './environments.ts';
import { type Evidence, stdioOf } from './evidence.ts';
import { pathsOf } from './paths.ts';
import { projectFolders } from './project.ts';
import { startFolder } from './startFolder.ts';

/** The folder with a module of Python in it that is the user's own: around the server, or one further. */
export function folderOfModule(name: string, evidence: Evidence, isOwn: boolean): string | undefined {
  if (ofRegistry.test(name)) return undefined;
  const { machine } = evidence;
  const path = pathsOf(machine);
  const now = startFolder(stdioOf(evidence));
  const inner = (folder: string): readonly string[] =>
    childrenOf(folder, machine)
      .filter((each) => !/^\.|^(?:node_modules|venv|env|site-packages)$/.test(each))
      .map((each) => path.join(folder, each));
  const near = projectFolders(evidence);
  const folders = [
    ...near,
    ...near.flatMap(inner),
    ...near.map((folder) => path.dirname(folder)),
    ...(isOwn ? inner(machine.home) : []),
  ];
  const looked = new Set([now, lookedInto(evidence)]);
  return [...new Set(folders)].find(
    (folder) =>
      !looked.has(folder) &&
      (machine.kindOf(path.join(folder, `${name}.py`)) === 'file' ||
        isPackage(path.join(folder, name), isOwn, evidence)),
  );
}

/** A folder with sources in it, and not any folder of that name. */
function isPackage(folder: string, isOwn: boolean, { machine }: Evidence): boolean {
  const names = machine.kindOf(folder) === 'folder' ? childrenOf(folder, machine) : [];
  return names.includes('__init__.py') || (isOwn && names.some((each) => each.endsWith('.py')));
}

/** Folders of these names are the user's, and not the packages that are missing. */
const ofRegistry =
  /^(?:mcp|fastmcp|httpx|requests|pydantic|anyio|uvicorn|starlette|click|typer|dotenv|openai|anthropic)$/;

/** Beside the script. */
function lookedInto(evidence: Evidence): string | undefined {
  const path = pathsOf(evidence.machine);
  const launch = stdioOf(evidence);
  const script = launch?.args.find((arg) => arg.endsWith('.py'));
  return script === undefined ? undefined : path.dirname(path.resolve(startFolder(launch) ?? '/', script));
}
