import { homedir } from 'node:os';
import path from 'node:path';
import { type Core, createCore } from '../../core/app/core.ts';
import { readSettings } from '../../core/app/settings/settings.ts';
import { isFastPathOn } from '../../core/fastPath/fastPathSwitch.ts';
import type { ConfigSource, ParsedConfig } from '../../core/config/model/model.ts';
import { userLockDir } from '../../core/files/lock.ts';
import type { NewTools } from '../../core/trust/pins/newTools.ts';
import { openPolicy } from '../../core/trust/policy.ts';
import { Redactor } from '../../core/trust/redaction/redact.ts';
import type { ClientRequests } from '../../core/servers/model/clientRequests.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { OAuthParts } from '../../core/servers/oauth/oauthParts.ts';
import { createCliPorts } from './cliPorts.ts';
import { cliSources } from './cliSources.ts';
import { givenInputs } from './givenInputs.ts';
import type { Flag } from '../support/flagTable.ts';
import { type FileProblem, VerbFailed } from '../support/failure.ts';
import { printLines } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import { productVersion } from '../support/version.ts';

export const trustFlag = {
  type: 'switch',
  meaning: 'approve the server if it is not approved yet, and remember the approval',
} as const satisfies Flag;

export const trustAllFlag = {
  type: 'switch',
  meaning: 'approve servers that are not approved yet, and remember the approval',
} as const satisfies Flag;

export const configFlag = {
  type: 'text',
  value: 'FILE',
  meaning: 'use this file instead of those of the current folder and of the user',
} as const satisfies Flag;

export interface CoreFlags {
  readonly config?: string | undefined;
  readonly trust?: boolean | undefined;
  readonly input?: readonly string[] | undefined;
  /** As in the setting of the same name. */
  readonly newTools?: NewTools | undefined;
  /** Who opens a sign-in page; without it a server that needs one is refused. */
  readonly signIn?: OAuthParts['ask'] | undefined;
  /** Servers that no configuration file has. */
  readonly inline?: readonly ParsedConfig[] | undefined;
}

export interface CliCore extends Core {
  /** For a command that needs a server where there is none. */
  readonly nothingConfigured: VerbFailed;
  /** Files and entries of files that are left out. */
  readonly problems: readonly FileProblem[];
}

/** The same core as in the editor, over the configuration files of this folder or over the one that is named. */
export async function openCore(
  { config, trust, input = [], newTools, signIn, inline = [] }: CoreFlags,
  io: CliIo,
  clientRequests: ClientRequests = {},
): Promise<CliCore> {
  const givenInput = givenInputs(input, io.env);
  const source = config === undefined ? undefined : sourceOf(path.resolve(io.cwd, config));
  const { workspace, userSources } = cliSources(io, source);
  const ports = createCliPorts(io, { workspace, trust, givenInput });
  if (source && (await ports.files.read(source.file)) === undefined)
    throw new UsageError(`File not found: ${source.file}.`);
  const core = createCore({
    ports,
    settings: readSettings((key) => (key === 'agents.newTools' ? newTools : undefined)),
    redactor: new Redactor(),
    version: productVersion(),
    clientRequests,
    oauth: { lockDir: userLockDir(io.env, homedir()), ...(signIn && { ask: signIn }) },
    fastPath: isFastPathOn(io.env),
    policy: () => openPolicy,
    userSources,
    inlineServers: inline,
    setting: () => undefined,
  });
  await core.ready;
  const { problems: all } = core.snapshot.value;
  printLines(io.stderr, ...new Set(all.map(({ file, line, message }) => `${file}:${line}: ${message}`)));
  const problems = errorsOf(all);
  const nothing = source ? `No MCP server is configured in ${source.file}.` : noServerFor(io.cwd);
  return {
    ...core,
    nothingConfigured: notConfigured(nothing, problems),
    problems,
    dispose: () => (core.dispose(), ports.store.dispose()),
  };
}

type ShownProblem = Core['snapshot']['value']['problems'][number];

function errorsOf(problems: readonly ShownProblem[]): readonly FileProblem[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message }) => ({ file, line, message }));
}

/** What is wrong with the files may be why: on stderr it stands above. */
function notConfigured(message: string, problems: readonly FileProblem[]): VerbFailed {
  return new VerbFailed(2, { code: 'server/unknown', message, ...(problems.length > 0 && { problems }) });
}

function noServerFor(folder: string): string {
  return `No MCP server is configured for ${folder}. Add one to .mcp.json, or name a file with --config FILE.`;
}

/** Throws a sentence that names those there are. */
export function serverNamed(core: CliCore, name: string): ManagedServer {
  const found = core.servers.value.find(({ id }) => id === name);
  if (found) return found;
  const others = configuredServers(core).map(({ id }) => id);
  throw notConfigured(`Unknown server "${name}". Configured servers: ${others.join(', ')}.`, core.problems);
}

/** Throws where there is none. */
export function configuredServers(core: CliCore): readonly ManagedServer[] {
  const configured = core.servers.value.filter(({ id }) => id !== core.embeddedId);
  if (configured.length === 0) throw core.nothingConfigured;
  return configured;
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
