import { randomUUID } from 'node:crypto';
import { sleep } from '../../base/async.ts';
import {
  type ProcessRef,
  descendantsNow,
  descendantsOf,
  markedNow,
  markedWith,
  ownProcessRef,
  stillAlive,
} from './processTable.ts';
import { sendSignal } from './signals.ts';
import { runProgram, systemProgram } from './spawnProgram.ts';

const { platform } = process;

/**
 * On macOS a child leads a group of its own, which is ended whole. Not on Linux: its scheduler
 * gives each new session a share of its own, which made every call to a detached server take up to
 * twice as long on a busy machine; there the tree is found by its parents and by a mark instead.
 */
export const leadsGroup = platform !== 'win32' && platform !== 'linux';

/** Inherited by everything that a server starts: which host it belongs to, and a name of its own. */
export const markName = 'MCP_SWITCHBOARD_PROCESS';

export function newMark(): string {
  const host = ownProcessRef();
  return `${host ? `${host.pid}.${host.begun}` : 'host'}.${randomUUID()}`;
}

const sweepMs = 250;
const lookEveryMs = 25;

/** A server's process and all that it started. */
export class ProcessTree {
  readonly pid: number;
  readonly mark: string;
  #known: readonly ProcessRef[] = [];

  constructor(pid: number, mark: string) {
    this.pid = pid;
    this.mark = mark;
  }

  /** The current descendants: once the server is gone, they can no longer be found by their parent. */
  async remember(): Promise<void> {
    if (platform === 'win32') return; // taskkill walks the tree itself
    const known = new Map([...this.#known, ...(await descendantsOf(this.pid))].map((ref) => [ref.pid, ref]));
    this.#known = [...known.values()];
  }

  async signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (platform === 'win32') return endWindowsTree(this.pid);
    if (leadsGroup) sendSignal(-this.pid, signal);
    else sendSignal(this.pid, signal);
    await this.remember();
    for (const { pid } of await stillAlive(this.#known)) sendSignal(pid, signal);
  }

  /** After the server has ended: nothing that it started stays. */
  async sweep(): Promise<void> {
    if (platform === 'win32') return endWindowsTree(this.pid);
    if (leadsGroup) sendSignal(-this.pid, 'SIGTERM');
    let left = await stillAlive([...this.#known, ...(await markedWith(`${markName}=${this.mark}`))]);
    for (const { pid } of left) sendSignal(pid, 'SIGTERM');
    for (let waited = 0; left.length > 0 && waited < sweepMs; waited += lookEveryMs) {
      await sleep(lookEveryMs);
      left = await stillAlive(left);
    }
    if (leadsGroup) sendSignal(-this.pid, 'SIGKILL');
    for (const { pid } of left) sendSignal(pid, 'SIGKILL');
  }

  /** Everything at once: our own process is about to end. */
  endNow(): void {
    if (platform === 'win32') return endWindowsTree(this.pid);
    const below = [...descendantsNow(this.pid), ...(leadsGroup ? [-this.pid] : [])];
    for (const pid of [this.pid, ...below]) sendSignal(pid, 'SIGKILL');
    // After the kill, so that none of them starts another one: what has left the tree.
    for (const pid of markedNow(`${markName}=${this.mark}`)) sendSignal(pid, 'SIGKILL');
  }
}

function endWindowsTree(pid: number): void {
  runProgram(systemProgram('taskkill.exe'), ['/pid', String(pid), '/T', '/F'], {}).catch(() => {}); // it has ended already
}
