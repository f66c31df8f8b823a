import { kimiFailed, kimiUnavailable } from '../../base/faults/productFaults.ts';
import * as vscode from 'vscode';
import { type ChatMessage, streamChat } from '../../core/kimi/backends/chat.ts';
import { loadConfig } from '../../core/kimi/model/config.ts';
import { type ApiOptions, listModels } from '../../core/kimi/backends/moonshotApi.ts';
import type { KimiHost } from '../../core/kimi/model/port.ts';
import { apiAccess } from '../../core/kimi/backends/detectBackends.ts';
import type { App } from '../shell/app.ts';
import { withSignal } from '../shell/withSignal.ts';

export interface ChatTurn {
  readonly model: string;
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
  readonly progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  readonly token: vscode.CancellationToken;
}

const contextTokens = 262_144;
const outputTokens = 32_768;

/** Model names change, so the API is asked; if it has Kimi models, others are left out. */
export async function listKimiModels(
  app: App,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelChatInformation[]> {
  const api = await access(app);
  const listed = await withSignal(token, (signal) => listModels(api, signal));
  if (!Array.isArray(listed)) throw kimiFailed('reported', app.core.redactor.text(listed.ok ? '' : listed.output));
  const kimis = listed.filter(({ id }) => /kimi|^k\d/i.test(id));
  return (kimis.length > 0 ? kimis : listed).toSorted((a, b) => b.created - a.created).map(({ id }) => modelOf(id));
}

function modelOf(id: string): vscode.LanguageModelChatInformation {
  return {
    id,
    name: id,
    family: id,
    version: id,
    detail: 'Kimi',
    tooltip: vscode.l10n.t('Moonshot API with your own key'),
    maxInputTokens: contextTokens - outputTokens,
    maxOutputTokens: outputTokens,
    capabilities: { toolCalling: true, imageInput: true },
  };
}

export async function answerWithKimi(app: App, { model, messages, options, progress, token }: ChatTurn): Promise<void> {
  const api = await access(app);
  await withSignal(token, (signal) =>
    streamChat(
      api,
      {
        model,
        messages: messages.flatMap(toMessages),
        tools: options.tools ?? [],
        mustCall: options.toolMode === vscode.LanguageModelChatToolMode.Required,
        signal,
      },
      (part) =>
        progress.report(
          part.kind === 'text'
            ? new vscode.LanguageModelTextPart(part.text)
            : new vscode.LanguageModelToolCallPart(part.id, part.name, part.input),
        ),
    ),
  );
}

/** An estimate: about four bytes of text per token. */
export function countTokens(text: string | vscode.LanguageModelChatRequestMessage): number {
  const whole = typeof text === 'string' ? text : JSON.stringify(toMessages(text));
  return Math.ceil(Buffer.byteLength(whole) / 4);
}

async function access({ core }: App): Promise<ApiOptions> {
  const host: KimiHost = core.embedded.host;
  const { config } = await loadConfig(host);
  const api = await apiAccess(host, config);
  if (typeof api === 'string') throw kimiUnavailable(api);
  return api;
}

/** Results of tools are messages of their own there. */
function toMessages({ role, content }: vscode.LanguageModelChatRequestMessage): readonly ChatMessage[] {
  const results = content.filter((part) => part instanceof vscode.LanguageModelToolResultPart).map(toolMessage);
  const calls = content.filter((part) => part instanceof vscode.LanguageModelToolCallPart).map(toolCall);
  const shown = content.flatMap(contentOf);
  if (role === vscode.LanguageModelChatMessageRole.Assistant) {
    const text = shown.map((part) => ('text' in part ? part.text : '')).join('');
    return [{ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) }];
  }
  // A third role, System, is there at run time and not yet in the stable types.
  const speaker = (role as number) === 3 ? 'system' : 'user';
  return [...results, ...(shown.length > 0 ? [{ role: speaker, content: shown } as const] : [])];
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

function contentOf(part: unknown): readonly Content[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ type: 'text', text: part.value }];
  if (!(part instanceof vscode.LanguageModelDataPart) || !part.mimeType.startsWith('image/')) return [];
  const url = `data:${part.mimeType};base64,${Buffer.from(part.data).toString('base64')}`;
  return [{ type: 'image_url', image_url: { url } }];
}

function toolCall({ callId, name, input }: vscode.LanguageModelToolCallPart): object {
  return { id: callId, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function toolMessage({ callId, content }: vscode.LanguageModelToolResultPart): ChatMessage {
  const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  return { role: 'tool', tool_call_id: callId, content: text };
}
