import type { ToolContext } from '../../mcpServer/tool.ts';
import type { KimiConfig } from '../model/config.ts';
import { type KimiHost, kimiPort, type WriteRequest } from '../model/port.ts';

const warning = 'Kimi works with your full rights and without a sandbox: it can change files and run commands.';

/**
 * Whether a run may change things: `undefined` for yes, else what to tell the caller. Only in a trusted
 * workspace, and only with consent: through the shell, through the client, or permanently
 * by a setting that a workspace cannot set.
 */
export async function refusal(
  host: KimiHost,
  config: KimiConfig,
  request: WriteRequest,
  context: ToolContext,
): Promise<string | undefined> {
  if (!host.trusted()) return `${request.title} needs a trusted workspace. Trust ${request.folder} first.`;
  const port = kimiPort(host);
  if (port.approveWrite) {
    return (await port.approveWrite(request, context.signal)) ? undefined : declined(request);
  }
  if (config.machine.allowWrites) return undefined;
  if (!context.ask) return nobodyToAsk;
  const message = `${request.title} in ${request.folder}?\n\n${request.prompt}\n\n${warning}`;
  return (await context.ask('kimi-write', { message })) === undefined ? declined(request) : undefined;
}

const nobodyToAsk =
  'This tool changes files, and nobody could be asked: the client has no elicitation. Start the server with --allow-writes to allow it.';

function declined({ title, folder }: WriteRequest): string {
  return `Not approved: ${title} in ${folder}. Nothing was run.`;
}
