import * as vscode from 'vscode';
import { Fault } from '../../base/fault.ts';
import { isRecord } from '../../base/json.ts';
import type { AskContext, SamplingAnswer, SamplingRequest } from '../../core/servers/asks.ts';

/** A server's request for a model's words: the person sees all of it first and says yes each time. */
export async function sampleWithModel(
  request: SamplingRequest,
  { server, signal }: AskContext,
): Promise<SamplingAnswer> {
  const messages = readMessages(request);
  await askConsent(server, request, messages);
  const [model] = await vscode.lm.selectChatModels();
  if (!model) throw new Fault('server/call-failed', 'No language model is available in this window');
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answer = await model.sendRequest(messages.map(toChatMessage), {}, source.token);
    let text = '';
    for await (const part of answer.text) text += part;
    return { model: model.id, text };
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

interface PlainMessage {
  readonly role: string;
  readonly text: string;
}

async function askConsent(server: string, request: SamplingRequest, messages: readonly PlainMessage[]): Promise<void> {
  const system = typeof request['systemPrompt'] === 'string' ? [`system: ${request['systemPrompt']}`] : [];
  const detail = [...system, ...messages.map(({ role, text }) => `${role}: ${text}`)].join('\n\n');
  const allow = vscode.l10n.t('Allow Once');
  const title = vscode.l10n.t('{0} wants to use a language model', server);
  const chosen = await vscode.window.showInformationMessage(title, { modal: true, detail }, allow);
  if (chosen !== allow) throw new Fault('cancelled', 'The person did not allow the request');
}

function readMessages(request: SamplingRequest): PlainMessage[] {
  const system = typeof request['systemPrompt'] === 'string' ? [{ role: 'user', text: request['systemPrompt'] }] : [];
  const list = Array.isArray(request['messages']) ? request['messages'] : [];
  return [
    ...system,
    ...list.filter(isRecord).map((message) => ({ role: String(message['role']), text: textOf(message['content']) })),
  ];
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .filter(isRecord)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`))
    .join('\n');
}

function toChatMessage({ role, text }: PlainMessage): vscode.LanguageModelChatMessage {
  return role === 'assistant'
    ? vscode.LanguageModelChatMessage.Assistant(text)
    : vscode.LanguageModelChatMessage.User(text);
}
