import { type Disposable, disposable } from '../../../base/lifetime.ts';
import { signalGroup } from './processTree.ts';

const running = new Set<number>();

function endAll(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
}

/** A host that exits in the middle takes its servers along: many of them ignore the end of their stdin. */
export function guardAgainstExit(pid: number): Disposable {
  if (running.size === 0) process.once('exit', endAll);
  running.add(pid);
  return disposable(() => {
    running.delete(pid);
    if (running.size === 0) process.removeListener('exit', endAll);
  });
}
