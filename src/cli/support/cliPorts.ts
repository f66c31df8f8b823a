import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { editFile } from '../../core/files/editFile.ts';
import { userLockDir } from '../../core/files/lock.ts';
import { readText } from '../../core/files/readText.ts';
import { replaceFile } from '../../core/files/replaceFile.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { disposable } from '../../base/lifetime.ts';
import {
  type AskPort,
  type MemoryPort,
  type Ports,
  type WorkspaceFolder,
  systemClock,
} from '../../core/ports/ports.ts';
import { approveChoice } from '../../core/trust/approval/requestApproval.ts';
import { createStderrLog } from './stderrLog.ts';
import type { CliIo } from './verb.ts';

interface CliPortsOptions {
  readonly folders: readonly WorkspaceFolder[];
  /** `--trust`: every launch that is shown counts as approved, now and later. */
  readonly trust: boolean;
}

/** The core's ports in a terminal: running the command in a folder means trusting the folder, but not its servers. */
export function createCliPorts(io: CliIo, { folders, trust }: CliPortsOptions): Ports {
  return {
    workspace: { folders, trusted: true, onDidChange: () => disposable(() => {}) },
    files: {
      read: readText,
      edit: (file, change) => editFile(file, userLockDir(io.env, homedir()), change),
      replace: async (file, text) => void (await replaceFile(file, new TextEncoder().encode(text))),
      watch: () => disposable(() => {}),
    },
    secrets: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    memory: createMemory(stateFile(io)),
    ask: createAsk(io, trust),
    clock: systemClock,
    log: createStderrLog(io.stderr, 'error'),
  };
}

function createAsk(io: CliIo, trust: boolean): AskPort {
  return {
    choose: async ({ title, detail, choices }) => {
      // --trust is about launches: a policy that asks before a call has no user to ask here.
      if (choices[0] !== approveChoice()) return undefined;
      if (trust) io.stderr.write(`${title}\nYes, by --trust:\n${detail}\n`);
      else io.stderr.write(`${title}\n${detail}\nNot approved. Run again with --trust to approve exactly this.\n`);
      return trust ? choices[0] : undefined;
    },
    text: async () => undefined, // there is no user to answer
    pick: async () => undefined,
    openExternal: async () => false,
  };
}

function stateFile({ env }: CliIo): string {
  return path.join(env['XDG_STATE_HOME'] || path.join(homedir(), '.local', 'state'), 'mcp-switchboard', 'state.json');
}

/** Approvals and pins in one small file, for this user only. A file that cannot be read counts as empty: nothing is approved. */
function createMemory(file: string): MemoryPort {
  const read = (): Record<string, unknown> => {
    const parsed = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
    return parsed?.ok && isRecord(parsed.value) ? parsed.value : {};
  };
  return {
    get: (scope, key) => read()[`${scope}.${key}`],
    set: async (scope, key, value) => {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const next = `${file}.${process.pid}`;
      writeFileSync(next, JSON.stringify({ ...read(), [`${scope}.${key}`]: value }), { mode: 0o600 });
      renameSync(next, file); // whole or not at all
    },
  };
}
