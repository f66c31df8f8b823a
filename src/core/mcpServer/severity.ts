import type { LoggingLevel } from '@modelcontextprotocol/server';

/** The least severe first. */
export const severities = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const satisfies readonly LoggingLevel[];

export function isAtLeast(level: string, minimum: string): boolean {
  return severities.indexOf(level as LoggingLevel) >= severities.indexOf(minimum as LoggingLevel);
}
