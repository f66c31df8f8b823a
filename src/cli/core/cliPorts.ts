import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../../base/fault.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { type OldMemory, migrateMemory } from '../../core/app/migrateMemory.ts';
import { userStateDir } from '../../core/process/userStateDir.ts';
import { type AskPort, type Ports, type WorkspacePort, systemClock } from '../../core/ports/ports.ts';
import { Store } from '../../core/store/store.ts';
import { userStoreFile } from '../../core/store/storeFile.ts';
import { approveChoice } from '../../core/trust/approval/requestApproval.ts';
import { redactTokens } from '../../core/trust/redaction/redactTokens.ts';
import { createCliSecrets } from './cliSecrets.ts';
import { cliFiles } from './cliSources.ts';
import { promptText } from './givenInputs.ts';
import { printLines, printText } from '../support/print.ts';
import { createStderrLog } from '../support/stderrLog.ts';
import type { CliIo } from '../support/verb.ts';

interface CliPortsOptions {
  readonly workspace: WorkspacePort;
  /** `--trust`: every launch that is shown counts as approved, now and later. Undefined where a verb has no such flag. */
  readonly trust: boolean | undefined;
  readonly givenInput: (id: string) => string | undefined;
}

/** The core's ports in a terminal: running the command in a folder means trusting the folder, but not its servers. */
export function createCliPorts(io: CliIo, { workspace, trust, givenInput }: CliPortsOptions): Ports {
  return {
    workspace,
    files: cliFiles(io),
    secrets: createCliSecrets(io),
    store: createStore(io),
    ask: createAsk(io, trust, givenInput),
    clock: systemClock,
    log: createStderrLog(io.stderr, 'error'),
  };
}

function createAsk(io: CliIo, trust: boolean | undefined, givenInput: CliPortsOptions['givenInput']): AskPort {
  return {
    isUnattended: true,
    choose: async ({ title, detail, choices }) => {
      if (choices[0] !== approveChoice()) return undefined; // --trust is about launches, and nothing else
      printLines(io.stderr, title, ...(trust ? ['Approved:'] : []));
      printText(io.stderr, redactTokens(detail)); // a log may keep it, where a dialog is gone
      if (!trust) printLines(io.stderr, notApproved(trust !== undefined));
      return trust ? choices[0] : undefined;
    },
    givenInput,
    ...textQuestions(io),
    openExternal: async () => false,
  };
}

function notApproved(hasFlag: boolean): string {
  return hasFlag
    ? 'Not approved. Run again with --trust to approve exactly this.'
    : 'Not approved. Run "switchboard approve" with its name to approve exactly this.';
}

export function textQuestions(io: CliIo): Pick<AskPort, 'text' | 'pick'> {
  return {
    text: (question, signal) => promptText(question, io, signal),
    pick: async (title, options) => {
      const answer = await promptText({ title, prompt: options.join(', '), secret: false }, io);
      return options.find((option) => option === answer);
    },
  };
}

/** One file for all windows and command lines of the user. What is wrong with it is said once. */
function createStore({ env, stderr }: CliIo): Store {
  const store = new Store(userStoreFile(env, homedir()), {
    now: Date.now,
    tell: (fault) => printLines(stderr, fault.text),
  });
  const old = path.join(userStateDir(env, homedir()), 'state.json');
  try {
    if (existsSync(old)) migrateMemory(store, { mark: `file ${old}`, read: () => readOldState(old) });
  } catch (error) {
    printLines(stderr, `${old} was not migrated: ${messageOf(error)}`); // the next run tries again
  }
  return store;
}

/** Until 0.1 the command line had a file of its own, which stays until the next release. */
function readOldState(file: string): OldMemory {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (!parsed.ok || !isRecord(parsed.value)) return [];
  return Object.entries(parsed.value).map(([key, value]) => [key.replace(/^(workspace|user)\./, ''), value]);
}
