import type { Writable } from 'node:stream';
import { revealSentence } from '../../base/text/hiddenCharacters.ts';
import { type Log, type LogLevel, type LogLine, createLog, formatFields, logLevels } from '../../base/log.ts';
import { printLines } from './print.ts';

/** A client that never reads our stderr must neither fill our memory nor block us. */
const maxUnreadBytes = 1024 * 1024;

/** `[LEVEL] [req_id=N] text`, one line each. */
export function createStderrLog(stderr: Writable, level: LogLevel): Log {
  const least = logLevels.indexOf(level);
  return createLog((line) => {
    if (logLevels.indexOf(line.level) < least || stderr.writableLength > maxUnreadBytes) return;
    printLines(stderr, formatLine(line));
  });
}

export function formatLine({ level, message, fields }: LogLine): string {
  const { req_id: requestId, ...rest } = fields;
  const parts = [
    `[${level.toUpperCase()}]`,
    ...(requestId === undefined ? [] : [`[req_id=${formatId(requestId)}]`]),
    message,
    formatFields(rest),
  ];
  return revealSentence(parts.filter((part) => part !== '').join(' '));
}

/** An id comes from the client: it must not be able to inject log lines. */
function formatId(id: unknown): string {
  return typeof id === 'string' && !/^[\w.:-]{1,64}$/.test(id) ? JSON.stringify(id.slice(0, 64)) : String(id);
}
