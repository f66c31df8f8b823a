import { createHash } from 'node:crypto';
import type { ToolContext } from '../../mcpServer/tool.ts';
import type { KimiConfig } from '../model/config.ts';
import { type KimiHost, kimiPort, type WriteRequest } from '../model/port.ts';
import { whyNotShown } from '../prompt/shownText.ts';

const warning = 'Kimi works with your full rights and without a sandbox: it can change files and run commands.';

/**
 * Whether a run may change things: `undefined` for yes, else what to tell the caller. Only with consent to the whole
 * text that Kimi gets: through the shell, through the client, or permanently by a setting that a workspace cannot set.
 */
export async function refusal(
  host: KimiHost,
  config: KimiConfig,
  request: WriteRequest,
  context: ToolContext,
): Promise<string | undefined> {
  const port = kimiPort(host);
  if (!port.approveWrite && config.machine.allowWrites) return undefined;
  const unshown = whyNotShown(request.text);
  if (unshown !== undefined) return notShown(request, unshown);
  if (port.approveWrite) {
    return (await port.approveWrite(request, context.signal)) ? undefined : declined(request);
  }
  if (!context.ask) return nobodyToAsk;
  const asked = await context.ask(consentKey(request), { message: questionText(request) });
  return asked === undefined ? declined(request) : undefined;
}

/** The tool runs again once the client has answered, and a file may have changed by then: another text is another key. */
function consentKey({ kind, folder, text }: WriteRequest): string {
  return `kimi-write-${createHash('sha256')
    .update(JSON.stringify([kind, folder, text]))
    .digest('hex')}`;
}

/** The text comes last: nothing that it says can pass for ours. */
function questionText({ title, folder, text }: WriteRequest): string {
  return `${title} in ${folder}?\n\n${warning}\n\nAll that Kimi is told (${text.split('\n').length} lines):\n\n${text}`;
}

const nobodyToAsk =
  'This tool changes files, and nobody could be asked: the client has no elicitation. Start the server with --allow-writes to allow it.';

function notShown({ title }: WriteRequest, why: string): string {
  return `${title} needs the user's consent to all that Kimi is told, and that cannot be shown: ${why}. Nothing was run. Make the request shorter or name fewer files; Kimi can read the files of the folder by itself.`;
}

function declined({ title, folder }: WriteRequest): string {
  return `Not approved: ${title} in ${folder}. Nothing was run.`;
}
