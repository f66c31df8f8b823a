import path from 'node:path';
import { revealSentence } from '../../base/hiddenCharacters.ts';
import { plainText } from '../../base/plainText.ts';
import { type Core, createCore } from '../../core/app/core.ts';
import { readSettings } from '../../core/app/settings/settings.ts';
import { isFastPathOn } from '../../core/fastPath/fastPathSwitch.ts';
import type { ConfigSource } from '../../core/config/model/model.ts';
import type { NewTools } from '../../core/trust/pins/newTools.ts';
import { openPolicy } from '../../core/trust/policy.ts';
import { Redactor } from '../../core/trust/redaction/redact.ts';
import type { ClientRequests } from '../../core/servers/model/clientRequests.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { createCliPorts } from './cliPorts.ts';
import { cliSources } from './cliSources.ts';
import { givenInputs } from './givenInputs.ts';
import type { Flag } from '../support/flagTable.ts';
import { printLines } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import { productVersion } from '../support/version.ts';

export const configFlag = {
  type: 'text',
  value: 'FILE',
  meaning: 'use this file instead of those of the current folder and of the user',
} as const satisfies Flag;

interface CoreFlags {
  readonly config?: string | undefined;
  readonly trust?: boolean | undefined;
  readonly input?: readonly string[] | undefined;
  /** As in the setting of the same name. */
  readonly newTools?: NewTools | undefined;
}

export interface CliCore extends Core {
  /** The sentence for a command that needs a server where there is none. */
  readonly nothingConfigured: string;
  /** A file, or an entry of one, has an error and is left out. */
  readonly isIncomplete: boolean;
}

/** The same core as in the editor, over the configuration files of this folder or over the one that is named. */
export async function openCore(
  { config, trust, input = [], newTools }: CoreFlags,
  io: CliIo,
  clientRequests: ClientRequests = {},
): Promise<CliCore> {
  const givenInput = givenInputs(input, io.env);
  const source = config === undefined ? undefined : sourceOf(path.resolve(io.cwd, config));
  const { workspace, userSources } = cliSources(io, source);
  const ports = createCliPorts(io, { workspace, trust: trust ?? false, givenInput });
  if (source && (await ports.files.read(source.file)) === undefined)
    throw new UsageError(`File not found: ${source.file}.`);
  const core = createCore({
    ports,
    settings: readSettings((key) => (key === 'agents.newTools' ? newTools : undefined)),
    redactor: new Redactor(),
    version: productVersion(),
    clientRequests,
    fastPath: isFastPathOn(io.env),
    policy: () => openPolicy,
    userSources,
    setting: () => undefined,
  });
  await core.ready;
  const { problems } = core.snapshot.value;
  printLines(io.stderr, ...new Set(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)));
  return {
    ...core,
    nothingConfigured: source ? `No MCP server is configured in ${source.file}.` : noServerFor(io.cwd),
    isIncomplete: problems.some(({ severity }) => severity === 'error'),
    dispose: () => (core.dispose(), ports.store.dispose()),
  };
}

function noServerFor(folder: string): string {
  return `No MCP server is configured for ${folder}. Add one to .mcp.json, or name a file with --config FILE.`;
}

/** Throws a sentence that names those there are. */
export function serverNamed(core: CliCore, name: string): ManagedServer {
  const found = core.servers.value.find(({ id }) => id === name);
  if (found) return found;
  const configured = configuredNames(core);
  if (configured.length === 0) throw new UsageError(core.nothingConfigured);
  throw new UsageError(`Unknown server "${name}". Configured servers: ${configured.join(', ')}.`);
}

export function configuredNames(core: Core): readonly string[] {
  return core.servers.value.map(({ id }) => id).filter((id) => id !== core.embeddedId);
}

function sourceOf(file: string): ConfigSource {
  if (file.endsWith('.code-workspace')) return { kind: 'codeWorkspace', file };
  const parent = path.dirname(file);
  const folder = ['.vscode', '.cursor', '.github'].includes(path.basename(parent)) ? path.dirname(parent) : parent;
  return { kind: 'plain', file, folder: { name: path.basename(folder), path: folder } };
}

/** Approves first where that is needed and allowed, then connects. Throws a fault otherwise. */
export async function connectServer(core: Core, server: ManagedServer): Promise<void> {
  const entry = core.entry(server.id);
  if (entry) await core.approve(server.id);
  await server.start();
}

/** The failure for the user, in lines: the cause, the hint, and the server's last output. */
export function explainFailure(core: Core, server: ManagedServer, error: unknown): readonly string[] {
  const state = server.state.value;
  const tail = state.kind === 'error' ? state.stderrTail.trim() : '';
  const { message, hint } = error as { message: string; hint?: string };
  const clean = (text: string): string => core.redactor.text(plainText(text)); // whole: a key has several lines
  const output = tail === '' ? [] : clean(`stderr: ${tail}`).split('\n');
  const more = [...(hint === undefined ? [] : [clean(hint)]), ...output];
  return [clean(`${server.label}: ${message}`), ...more.map((line) => `  ${line}`)].map(revealSentence);
}
