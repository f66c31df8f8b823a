import path from 'node:path';
import { type Log, silentLog } from '../../base/log.ts';
import type { ServerHost } from '../mcpServer/host.ts';
import { defaultPrefix } from './read/model.ts';
import { expandHome, socketCandidates } from './socket/socketPath.ts';
import type { SafetyRules } from './socket/socketSafety.ts';

export interface ManifestToolsOptions {
  /** Scanned in this order; absent ones have no tools. */
  readonly folders: readonly string[];
  readonly socketCandidates: readonly [string, ...string[]];
  readonly prefix: string;
  readonly callTimeoutMs: number;
  readonly maxMessageBytes: number;
  /** Names of the server's own tools. */
  readonly reservedNames?: Iterable<string>;
  readonly log?: Log;
  /** Which owner counts as the current user. */
  readonly safety?: SafetyRules;
}

/** The user's choices, all optional. */
export interface ManifestChoices {
  readonly homeDir: string;
  /** Besides the one in the home folder. */
  readonly folders?: readonly string[];
  readonly socket?: string;
  readonly prefix?: string;
  readonly timeoutSeconds?: number;
  readonly maxMessageBytes?: number;
  /** What a relative path starts from. */
  readonly from?: string;
}

const defaultTimeoutSeconds = 30;
const defaultMessageBytes = 10 * 1024 * 1024;

export function manifestOptions(choices: ManifestChoices, log: Log = silentLog): ManifestToolsOptions {
  const { homeDir, folders = [], socket, prefix = defaultPrefix, from = homeDir } = choices;
  const place = (file: string): string => path.resolve(from, expandHome(file, homeDir));
  const chosen = socket === undefined || socket === '' || isPipe(socket) ? socket : place(socket);
  return {
    folders: [...new Set([path.join(homeDir, '.tairseach', 'manifests'), ...folders.map(place)])],
    socketCandidates: socketCandidates({ homeDir, ...(chosen !== undefined && { chosen }) }),
    prefix,
    callTimeoutMs: (choices.timeoutSeconds ?? defaultTimeoutSeconds) * 1000,
    maxMessageBytes: choices.maxMessageBytes ?? defaultMessageBytes,
    log,
  };
}

/** From the settings `manifests.folders`, `.socket`, `.prefix` and `.timeoutSeconds`; a value of another type counts as absent. */
export function manifestOptionsOf(host: ServerHost): ManifestToolsOptions {
  const { homeDir, log } = host;
  const folders = host.setting('manifests.folders');
  const socket = host.setting('manifests.socket');
  const prefix = host.setting('manifests.prefix');
  const timeoutSeconds = host.setting('manifests.timeoutSeconds');
  const choices = {
    homeDir,
    ...(Array.isArray(folders) && {
      folders: folders.filter((folder) => typeof folder === 'string' && folder !== '') as string[],
    }),
    ...(typeof socket === 'string' && { socket }),
    ...(typeof prefix === 'string' && isPrefix(prefix) && { prefix }),
    ...(typeof timeoutSeconds === 'number' && timeoutSeconds > 0 && { timeoutSeconds }),
  };
  return manifestOptions(choices, log);
}

export function isPrefix(text: string): boolean {
  return /^[A-Za-z0-9_.-]{0,64}$/.test(text);
}

function isPipe(socket: string): boolean {
  return /^\\\\[.?]\\pipe\\/i.test(socket);
}
