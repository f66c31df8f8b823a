import { l10n } from '../../../base/l10n.ts';
import { messageOf } from '../../../base/fault.ts';
import { parseEnvFile } from '../../config/parse/envFile.ts';
import { resolveDirectory, untildify } from '../../config/variables/expandLaunch.ts';
import type { StdioLaunch } from '../../config/model/launch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { Reference } from '../../config/model/references.ts';
import type { EnvPair } from '../../config/parse/parseEnv.ts';
import { variable } from '../../process/childEnvironment.ts';
import { type PathSources, expandPaths } from '../../config/variables/pathVariables.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import type { FilesPort, WorkspacePort } from '../../ports/ports.ts';

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
  const { launch, source } = entry;
  if (launch.kind !== 'stdio' || !ports.workspace.trusted) return {};
  const { userHome } = ports.paths;
  const place = (text: string): string | undefined => {
    const expanded = expandPaths(text, source, ports.paths);
    return expanded === undefined ? undefined : resolveDirectory(expanded, source.folder?.path, userHome);
  };
  const cwd = place(launch.cwd ?? '') ?? userHome;
  const variables =
    launch.envFile === undefined ? {} : await readVariables(launch.envFile, place(launch.envFile), ports.files);
  return { ...variables, ...(await readProgram(entry, { launch, cwd, envFile: variables.envFile ?? [] }, ports)) };
}

interface ProgramPlace {
  readonly launch: StdioLaunch;
  readonly cwd: string;
  readonly envFile: readonly EnvPair[];
}

/** Where the start will find the program; which one it is cannot be told where other variables decide. */
async function readProgram(
  { source }: ServerEntry,
  { launch, cwd, envFile }: ProgramPlace,
  { paths, env = {}, findProgram }: ContextPorts,
): Promise<LaunchContext> {
  const command = expandPaths(launch.command, source, paths);
  const declared = variable(launch.env, 'PATH');
  const extended = declared && expandPaths(declared, source, paths, (name) => variable(env, pathName(name)));
  if (command === undefined || (declared !== undefined && extended === undefined)) return { programUnknown: true };
  const searchPath = extended ?? variable(Object.fromEntries(envFile), 'PATH');
  const executable = await findProgram?.(untildify(command, paths.userHome), cwd, searchPath);
  return executable === undefined ? {} : { executable };
}

/** Only PATH itself may be read before an approval. */
function pathName(reference: Reference): string {
  const name = reference.name === 'env' ? (reference.argument ?? '') : reference.text.slice(2, -1);
  return variable({ [name]: '' }, 'PATH') === undefined ? '' : name;
}

async function readVariables(written: string, file: string | undefined, files: FilesPort): Promise<LaunchContext> {
  if (file === undefined)
    return { envFile: [], envFileProblem: l10n.t('"{0}" may use folder variables only.', written) };
  try {
    const text = await files.read(file);
    return text === undefined
      ? { envFile: [], envFileProblem: l10n.t('There is no file {0}.', file) }
      : { envFile: parseEnvFile(text) };
  } catch (error) {
    return { envFile: [], envFileProblem: l10n.t('{0} cannot be read: {1}', file, messageOf(error)) };
  }
}
