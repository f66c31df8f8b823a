import { type Disposable, disposable } from '../../../base/lifetime.ts';
import { signalQuietly } from './processTree.ts';

const children = new Set<number>();
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * A program in a process group of its own hears nothing of the signals that end us, so they are passed on.
 * An MCP client that closes us waits two seconds and then kills: what we started must be told before.
 */
export function endWithUs(pid: number): Disposable {
  if (children.size === 0) listen();
  children.add(pid);
  return disposable(() => {
    if (children.delete(pid) && children.size === 0) stopListening();
  });
}

function listen(): void {
  process.on('exit', endChildren);
  for (const signal of signals) process.on(signal, passOn);
}

function stopListening(): void {
  process.off('exit', endChildren);
  for (const signal of signals) process.off(signal, passOn);
}

function endChildren(): void {
  for (const pid of children) signalQuietly(pid, 'SIGTERM');
}

/** A listener takes away the signal's own effect: where we are the only one, it is given back. */
function passOn(signal: NodeJS.Signals): void {
  endChildren();
  if (process.listenerCount(signal) > 1) return;
  stopListening();
  process.kill(process.pid, signal);
}
