import { type Disposable, disposable } from '../../../base/lifetime.ts';

/** A program that must not outlive us. */
interface Guarded {
  /** Asks it to end, insists after a moment; settles when it and all below it are over. */
  end(): Promise<void>;
  /** Ends it without waiting for anything. */
  kill(): void;
}

const children = new Set<Guarded>();
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * A program in a process group of its own hears nothing of the signals that end us, so they are passed on.
 * An MCP client that closes us waits two seconds and then kills: what we started must be over before.
 */
export function killOnExit(child: Guarded): Disposable {
  if (children.size === 0) listen();
  children.add(child);
  return disposable(() => {
    if (children.delete(child) && children.size === 0) stopListening();
  });
}

function listen(): void {
  process.on('exit', killChildren);
  for (const signal of signals) process.on(signal, passOn);
}

function stopListening(): void {
  process.off('exit', killChildren);
  for (const signal of signals) process.off(signal, passOn);
}

function killChildren(): void {
  for (const child of children) child.kill();
}

/** A listener takes away the signal's own effect: where we are the only one, it is given back. */
function passOn(signal: NodeJS.Signals): void {
  const ended = Promise.allSettled([...children].map((child) => child.end()));
  if (process.listenerCount(signal) > 1) return;
  void ended.then(() => {
    stopListening();
    process.kill(process.pid, signal);
  });
}
