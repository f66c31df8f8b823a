import { homedir } from 'node:os';
import path from 'node:path';
import { type ExportClient, translate } from '../../config/model/dialects.ts';
import { configFormats } from '../../config/model/formats.ts';
import type { ConfigKind, ServerEntry } from '../../config/model/model.ts';
import { pathVariable } from '../../config/variables/pathVariables.ts';
import { variableValues } from '../../config/variables/variableValues.ts';
import { type CuredEntry, type EntryFacts, cureEntry } from '../../diagnosis/cureEntry.ts';
import { diagnosedIn } from '../../diagnosis/diagnosedFault.ts';
import type { Cure } from '../../diagnosis/model/diagnosis.ts';
import type { LaunchFacts } from '../../diagnosis/model/evidence.ts';
import type { ServerState } from '../../servers/model/server.ts';
import type { FilesPort, WorkspacePort } from '../../ports/ports.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import { cureInFile } from './configEditing.ts';

interface Parts {
  readonly ports: { readonly files: FilesPort; readonly workspace: WorkspacePort };
  readonly redactor: Redactor;
}

interface Cured {
  readonly entry: ServerEntry;
  readonly state: ServerState;
}

export interface EntryCures {
  /** The entry as a cure would make it; throws where that would write a secret. */
  curedEntry(id: string, cure: Cure): CuredEntry | undefined;
  cure(id: string, cure: Cure): Promise<void>;
}

/** Writes what a diagnosis proposes, in the words of the entry: what its variables stood for is read off the start that failed. */
export function entryCures({ ports, redactor }: Parts, find: (id: string) => Cured | undefined): EntryCures {
  const isSecret = (text: string): boolean => redactor.text(text) !== text;
  const cured = ({ entry, state }: Cured, cure: Cure): CuredEntry => {
    const launch = 'fault' in state ? diagnosedIn(state.fault)?.evidence?.launch : undefined;
    return cureEntry(entry.raw, cure, { isSecret, ...factsOf(entry, launch, ports.workspace.folders) });
  };
  return {
    curedEntry: (id, cure) => {
      const found = find(id);
      return found && cured(found, cure);
    },
    cure: async (id, cure) => {
      const found = find(id);
      if (found) await cureInFile(ports.files, found.entry, cured(found, cure));
    },
  };
}

function factsOf(
  { launch: written, source }: ServerEntry,
  launch: LaunchFacts | undefined,
  folders: WorkspacePort['folders'],
): Omit<EntryFacts, 'isSecret'> {
  const home = homedir();
  const paths = { folders, userHome: home, pathSeparator: path.sep };
  const variables = variableValues(written, launch && launch.kind !== 'memory' ? launch : {}, (reference) => {
    const found = pathVariable(reference, source, paths);
    return found?.ok ? found.value : undefined;
  });
  const cwd = launch?.kind === 'stdio' ? launch.cwd : undefined;
  const fromEnvironment = configFormats[source.kind].inputs ? undefined : environmentOf(source.kind);
  return {
    ...(fromEnvironment && { fromEnvironment }),
    variables,
    home,
    folder: source.folder?.path ?? home,
    ...(cwd !== undefined && { cwd }),
  };
}

const clients: Readonly<Partial<Record<ConfigKind, ExportClient>>> = {
  mcpJson: 'claudeCode',
  mcprc: 'claudeCode',
  windsurf: 'windsurf',
  copilotCli: 'copilotCli',
};

function environmentOf(kind: ConfigKind): (name: string) => string {
  return (name) => translate(`\${env:${name}}`, clients[kind] ?? 'cursor', () => {});
}
