import { clip } from '../../base/json.ts';
import type { Log } from '../../base/log.ts';
import type { ToolOutcome } from './tool.ts';

const maxLineLength = 500;

/** A failure as one line: what follows the first one is for the client, and may quote the prompt. */
export function logFailure(outcome: ToolOutcome, log: Log): ToolOutcome {
  const text = outcome.content[0]?.['text'];
  if (outcome.isError && typeof text === 'string') log.error(clip(text.split('\n', 1)[0] ?? '', maxLineLength));
  return outcome;
}
