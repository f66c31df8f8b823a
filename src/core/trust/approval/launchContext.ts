import { l10n } from '../../../base/l10n.ts';
import path from 'node:path';
import { Fault, messageOf } from '../../../base/fault.ts';
import { realPath } from '../../files/realPath.ts';
import { isNetworkPath } from '../../process/commandLine.ts';
import { parseEnvFile } from '../../config/parse/envFile.ts';
import { resolveDirectory, untildify } from '../../config/variables/expandLaunch.ts';
import type { StdioLaunch } from '../../config/model/launch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { Reference } from '../../config/model/references.ts';
import type { EnvPair } from '../../config/parse/parseEnv.ts';
import { variable } from '../../process/childEnvironment.ts';
import { type PathSources, expandPaths } from '../../config/variables/pathVariables.ts';
import { readDecidingFiles } from './decidingFiles.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import type { FilesPort, WorkspacePort } from '../../ports/ports.ts';

const maxEnvFileBytes = 256 * 1024;

interface ContextPorts {
  readonly files: FilesPort;
  readonly workspace: WorkspacePort;
  readonly paths: PathSources;
  /** Looks a program up without running it. */
  readonly findProgram?: (command: string, cwd: string, searchPath?: string) => Promise<string | undefined>;
  /** The host's environment: only its PATH is read. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * What else belongs to a launch. Reads only after Workspace Trust, expands
 * nothing but folder names, runs nothing. Read it again before each start.
 */
export async function readLaunchContext(entry: ServerEntry, ports: ContextPorts): Promise<LaunchContext> {
  const { launch } = entry;
  if (launch.kind !== 'stdio' || !ports.workspace.trusted) return {};
  const variables = launch.envFile === undefined ? {} : await readVariables(entry, launch.envFile, ports);
  const program = await readProgram(entry, launch, variables.envFile ?? [], ports);
  return { ...variables, ...program, ...(await readBeside(entry, launch, ports)) };
}

async function readBeside({ source }: ServerEntry, launch: StdioLaunch, ports: ContextPorts): Promise<LaunchContext> {
  const { paths, files } = ports;
  const cwd = resolveDirectory(expandPaths(launch.cwd ?? '', source, paths) ?? '', source.folder?.path, paths.userHome);
  const folders = [...(source.folder ? [source.folder] : []), ...paths.folders].map((folder) => folder.path);
  const args = launch.args.map((arg) => expandPaths(arg, source, paths) ?? arg);
  const place = { cwd, folders, userHome: paths.userHome };
  const deciding = await readDecidingFiles({ ...launch, args }, place, files);
  return deciding.length === 0 ? {} : { deciding };
}

/** Where the start will find the program; which one it is cannot be told where other variables decide. */
async function readProgram(
  { source }: ServerEntry,
  launch: StdioLaunch,
  envFile: readonly EnvPair[],
  { paths, env = {}, findProgram }: ContextPorts,
): Promise<LaunchContext> {
  const folder = expandPaths(launch.cwd ?? '', source, paths);
  const command = expandPaths(launch.command, source, paths);
  const declared = variable(launch.env, 'PATH');
  const extended = declared && expandPaths(declared, source, paths, (name) => variable(env, pathName(name)));
  if (command === undefined || (declared !== undefined && extended === undefined)) return { programUnknown: true };
  const searchPath = extended ?? variable(Object.fromEntries(envFile), 'PATH');
  const isBare = !/[\\/]/.test(command) && searchPath === undefined;
  if (folder === undefined && !isBare && !path.isAbsolute(command)) return { programUnknown: true };
  const cwd = resolveDirectory(folder ?? '', source.folder?.path, paths.userHome);
  const executable = await findProgram?.(untildify(command, paths.userHome), cwd, searchPath);
  return executable === undefined ? {} : { executable };
}

/** Only PATH itself may be read before an approval. */
function pathName(reference: Reference): string {
  const name = reference.name === 'env' ? (reference.argument ?? '') : reference.text.slice(2, -1);
  return variable({ [name]: '' }, 'PATH') === undefined ? '' : name;
}

/** A repository names the file, and it is read before the approval, because its variables are part of it. */
async function readVariables(
  { source }: ServerEntry,
  written: string,
  { files, paths }: ContextPorts,
): Promise<LaunchContext> {
  const problem = (envFileProblem: string): LaunchContext => ({ envFile: [], envFileProblem });
  const expanded = expandPaths(written, source, paths);
  if (expanded === undefined) return problem(l10n.t('"{0}" may use folder variables only.', written));
  const isOwn = source.folder !== undefined && expanded.startsWith(source.folder.path);
  if (!isOwn && isNetworkPath(expanded, paths.pathSeparator === '\\'))
    return problem(l10n.t('{0} is on another machine, and is not read.', expanded));
  const file = resolveDirectory(expanded, source.folder?.path, paths.userHome);
  try {
    const text = await files.read(file, maxEnvFileBytes);
    if (text === undefined) return { ...problem(l10n.t('There is no file {0}.', file)), envFileMissing: file };
    return { envFile: parseEnvFile(text), ...linkIn(file) };
  } catch (error) {
    if (Fault.is(error)) return problem(error.message);
    return problem(l10n.t('{0} cannot be read: {1}', file, messageOf(error)));
  }
}

/** Where the last part of a path is a link, what it leads to. */
function linkIn(file: string): Pick<LaunchContext, 'envFileLink'> {
  const real = realPath(file);
  return real === path.join(realPath(path.dirname(file)), path.basename(file)) ? {} : { envFileLink: real };
}
