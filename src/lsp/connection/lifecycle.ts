import { isAlive } from '../../core/process/signals.ts';
import { valueOf } from './channel.ts';
import type { Connection } from './connection.ts';

const lookMs = 3_000;

/** Ends this process with its editor: when that says so, when its end of the channel is gone, and when its process is. */
export function endWithEditor(connection: Connection, args: readonly string[]): { watch(editor: unknown): void } {
  let isExpected = false;
  let watched: NodeJS.Timeout | undefined;
  const end = (reason?: string): void => {
    if (reason !== undefined) process.stderr.write(`${reason}\n`);
    process.exit(isExpected ? 0 : 1);
  };
  const watch = (editor: unknown): void => {
    if (watched || typeof editor !== 'number') return;
    watched = setInterval(() => isAlive(editor) || end(), lookMs).unref();
  };
  connection.onRequest('shutdown', () => void (isExpected = true));
  connection.onNotification('exit', () => end());
  connection.listen(end);
  const named = valueOf(args, '--clientProcessId');
  if (named !== undefined) watch(Number(named));
  return { watch };
}
