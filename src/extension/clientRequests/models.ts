import { callFailed } from '../../base/faults/serverFaults.ts';
import * as vscode from 'vscode';
import type { ModelView, SampleMessage } from '../../contract/clientRequests.ts';

/** The language models of this window, for sampling requests of servers. */
export interface ModelShell {
  list(): Promise<readonly ModelView[]>;
  ask(
    model: string,
    system: string,
    messages: readonly SampleMessage[],
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly model: string }>;
}

export const windowModels: ModelShell = {
  list: async () => (await vscode.lm.selectChatModels()).map(({ id, name }) => ({ id, name })),
  ask: async (id, system, messages, signal) => {
    const [model] = await vscode.lm.selectChatModels({ id });
    if (!model) throw callFailed('noModel');
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answer = await model.sendRequest(toChat(system, messages), {}, source.token);
      let text = '';
      for await (const part of answer.text) text += part;
      return { text, model: model.id };
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  },
};

/** The API has no system role: a system prompt is sent first, as a user message. */
function toChat(system: string, messages: readonly SampleMessage[]): vscode.LanguageModelChatMessage[] {
  const { User, Assistant } = vscode.LanguageModelChatMessage;
  const first = system === '' ? [] : [User(system)];
  return [...first, ...messages.map(({ role, text }) => (role === 'assistant' ? Assistant(text) : User(text)))];
}
