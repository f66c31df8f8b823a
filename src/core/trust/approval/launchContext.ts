import { l10n } from '../../../base/l10n.ts';
import { messageOf } from '../../../base/fault.ts';
import { parseEnvFile } from '../../config/parse/envFile.ts';
import { resolveDirectory } from '../../config/variables/expandLaunch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { type PathSources, expandPaths } from '../../config/variables/pathVariables.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import type { FilesPort, WorkspacePort } from '../../ports/ports.ts';

interface ContextPorts {
  readonly files: FilesPort;
  readonly workspace: WorkspacePort;
  readonly paths: PathSources;
  /** Looks a program up without running it. */
  readonly findProgram?: (command: string, cwd: string) => Promise<string | undefined>;
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
  const command = expandPaths(launch.command, source, ports.paths);
  const executable = command === undefined ? undefined : await ports.findProgram?.(command, cwd);
  return {
    ...(executable !== undefined && { executable }),
    ...(launch.envFile !== undefined && (await readVariables(launch.envFile, place(launch.envFile), ports.files))),
  };
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
