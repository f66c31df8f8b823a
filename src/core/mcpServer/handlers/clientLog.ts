import type { LoggingLevel, ServerContext } from '@modelcontextprotocol/server';
import { type LogLevel, type LogLine, formatFields } from '../../../base/log.ts';
import { isAtLeast, severities } from '../severity.ts';
import { type HandlerTable, invalid } from './handle.ts';

const levels: Readonly<Record<LogLevel, LoggingLevel>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

export function readSeverity(level: unknown): LoggingLevel {
  const known = severities.find((severity) => severity === level);
  if (!known) throw invalid(`level must be one of ${severities.join(', ')}`);
  return known;
}

/** For a legacy client that has set none. */
export const defaultSeverity: LoggingLevel = 'info';

export function logMessageOf({ level, message, fields }: LogLine): {
  readonly level: LoggingLevel;
  readonly data: string;
} {
  return { level: levels[level], data: [message, formatFields(fields)].filter((part) => part !== '').join(' ') };
}

/** Log lines of calls for one client. A legacy client sets its level once; a modern one sends it with each request, and the SDK filters by it. */
export class ClientLog {
  #minimum: LoggingLevel = defaultSeverity;

  readonly handlers: HandlerTable = {
    'logging/setLevel': ({ level }) => {
      this.#minimum = readSeverity(level);
      return {};
    },
  };

  write(request: ServerContext, line: LogLine): void {
    const { level, data } = logMessageOf(line);
    if (request.mcpReq.envelope === undefined && !isAtLeast(level, this.#minimum)) return;
    request.mcpReq.log(level, data).catch(() => {}); // sent only where logging is offered, and lost with the connection
  }
}
