import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { ProcessTree } from './processTree.ts';

const running = new Set<ProcessTree>();

function endAll(): void {
  for (const tree of running) tree.endNow();
}

/** A host that exits in the middle takes its servers along: many of them ignore the end of their stdin. */
export function killTreeOnExit(tree: ProcessTree): Disposable {
  if (running.size === 0) process.once('exit', endAll);
  running.add(tree);
  return disposable(() => {
    running.delete(tree);
    if (running.size === 0) process.removeListener('exit', endAll);
  });
}
