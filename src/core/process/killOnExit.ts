import { type Disposable, disposable } from '../../base/lifetime.ts';
import { endOrphansOnce } from './orphans.ts';
import { noteProcess } from './processLedger.ts';
import type { ProcessTree } from './processTree.ts';

/** A program that must not outlive us. */
interface Guarded {
  readonly tree: ProcessTree;
  /** Ends it gracefully, then by force; settles when it and its descendants have ended. Called when a signal ends us. */
  end?(): Promise<void>;
}

const guarded = new Set<Guarded>();
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
let hearsExit = false;
let hearsSignals = false;

/**
 * Many servers ignore the end of their stdin, and a program in a process group of its own does not receive the
 * signals that end us. An MCP client that closes us waits two seconds and then kills: what we started must be over before.
 */
export function killOnExit(program: Guarded): Disposable {
  endOrphansOnce(); // beside the start: what a killed host left may hold what this program wants
  const note = noteProcess(program.tree.pid, program.tree.mark);
  guarded.add(program);
  listen();
  return disposable(() => {
    note.dispose();
    guarded.delete(program);
    listen();
  });
}

/** Listens only while needed: a signal listener disables the signal's default effect. */
function listen(): void {
  const wantsExit = guarded.size > 0;
  const wantsSignals = [...guarded].some(({ end }) => end !== undefined);
  if (wantsExit !== hearsExit) process[wantsExit ? 'on' : 'off']('exit', killAll);
  if (wantsSignals !== hearsSignals) for (const signal of signals) process[wantsSignals ? 'on' : 'off'](signal, passOn);
  hearsExit = wantsExit;
  hearsSignals = wantsSignals;
}

function killAll(): void {
  for (const { tree } of guarded) tree.endNow();
}

/** If we are the only listener, the signal's default effect is restored once all have ended. */
function passOn(signal: NodeJS.Signals): void {
  const ended = Promise.allSettled([...guarded].map((program) => program.end?.()));
  if (process.listenerCount(signal) > 1) return;
  void ended.then(() => {
    process.off(signal, passOn);
    process.kill(process.pid, signal);
  });
}
