import { isRecord } from '../../../base/json.ts';
import { readTask } from '../model/task.ts';
import { assemblePrompt } from '../prompt/promptText.ts';

// Nothing heavy may be imported here: the extension loads this file when it is activated.

const longestInChat = 4_000;

/**
 * All that Kimi is told by a call that may write, where a chat can show it whole. The contents of files are known only
 * when the tool runs: such a call is asked about then, and no consent of the chat fits it.
 */
export function chatConsentText(tool: string, input: unknown): string | undefined {
  const kind = tool === 'kimi_implement' ? 'implement' : tool === 'kimi_refactor' ? 'refactor' : undefined;
  if (kind === undefined || !isRecord(input)) return undefined;
  const task = readTask(kind, input);
  const text = assemblePrompt(task, [], '');
  return task.files.length === 0 && text.length <= longestInChat ? text : undefined;
}
