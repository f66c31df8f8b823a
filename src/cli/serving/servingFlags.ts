import { logLevels } from '../../base/log.ts';
import { messageLimit } from '../../core/wire/budgets.ts';
import type { StreamOptions } from '../../core/mcpServer/serving/serveStream.ts';
import type { FlagTable, FlagValues } from '../support/flagTable.ts';

/** Of every verb that serves an embedded server. */
export const servingFlags = {
  'stay-alive': { type: 'switch', meaning: 'keep running after the end of stdin, until SIGTERM' },
  lenient: { type: 'switch', meaning: 'accept requests before initialization, for tests with a pipe' },
  'max-message-bytes': {
    type: 'integer',
    value: 'N',
    range: messageLimit,
    default: messageLimit.default,
    meaning: 'maximum message size',
  },
  'log-level': {
    type: 'choice',
    value: 'LEVEL',
    values: logLevels,
    default: 'info',
    meaning: 'what is logged to stderr',
  },
} as const satisfies FlagTable;

export function streamOptions(flags: FlagValues<typeof servingFlags>): Required<StreamOptions> {
  return {
    stayAlive: flags['stay-alive'],
    lenient: flags.lenient,
    maxMessageBytes: flags['max-message-bytes'],
  };
}
