import type { Driver } from './driver.ts';
import { until } from './until.ts';

/** What the model was offered with its last request, and what its tools answered. */
export interface ScriptedLog {
  readonly tools: readonly string[];
  readonly results: readonly string[];
  /** All messages to the model, VS Code's own instructions included. */
  readonly prompt: string;
}

/** An instruction for the model: its message begins with CALL, then the end of a tool's name and its input. */
export function callOf(tool: string, input: object): string {
  return `CALL ${tool} ${JSON.stringify(input)}`;
}

/**
 * A chat model that follows the user's message, in the real chat: it asks for the named tool, and
 * answers with what the tool said. Registered by the test driver, whose manifest names the vendor.
 */
export async function registerScriptedModel(driver: Driver): Promise<void> {
  await driver.run((vscode) => {
    const log: { tools: string[]; results: string[]; prompt: string } = { tools: [], results: [], prompt: '' };
    Object.assign(globalThis, { scriptedLog: log });
    const partsOf = (message: import('vscode').LanguageModelChatRequestMessage): readonly unknown[] => message.content;
    const resultOf = (part: unknown): string | undefined =>
      part instanceof vscode.LanguageModelToolResultPart
        ? part.content.map((one) => (one instanceof vscode.LanguageModelTextPart ? one.value : '')).join('')
        : undefined;
    vscode.lm.registerLanguageModelChatProvider('scripted', {
      provideLanguageModelChatInformation: () => [
        {
          id: 'scripted-1',
          name: 'Scripted',
          family: 'scripted',
          version: '1',
          maxInputTokens: 200_000,
          maxOutputTokens: 8_000,
          capabilities: { toolCalling: true },
          isUserSelectable: true,
        } as import('vscode').LanguageModelChatInformation,
      ],
      provideTokenCount: async () => 10,
      provideLanguageModelChatResponse: async (_model, messages, options, progress) => {
        log.tools = (options.tools ?? []).map(({ name }) => name);
        const parts = messages.flatMap(partsOf);
        const texts = parts.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
        log.prompt = texts.join('\n');
        const asked = /[\s\S]*CALL (\S+) (\{[^\n]*\})/.exec(log.prompt);
        const last = messages
          .at(-1)!
          .content.map(resultOf)
          .filter((text) => text !== undefined);
        if (last.length > 0) {
          log.results.push(last.join(''));
          progress.report(new vscode.LanguageModelTextPart(`ANSWER ${last.join('')}`));
          return;
        }
        const tool = log.tools.find((name) => asked !== null && name.endsWith(asked[1] ?? '?'));
        if (asked && tool) {
          const input = JSON.parse(asked[2] ?? '{}') as object;
          progress.report(new vscode.LanguageModelToolCallPart(`call-${Date.now()}`, tool, input));
        } else progress.report(new vscode.LanguageModelTextPart(`NO TOOL ${asked?.[1] ?? ''}`));
      },
    });
  });
}

/** The built-in chat is off until it is set up; this command turns it on without an account. */
export async function enableChat(driver: Driver): Promise<void> {
  await driver.run((vscode) => void vscode.commands.executeCommand('workbench.action.chat.manage'));
  await until(
    () => driver.run((vscode) => vscode.extensions.getExtension('GitHub.copilot-chat')?.isActive === true),
    'the built-in chat',
  );
  await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
}

/** Sends a message in agent mode to the scripted model, in a new chat, and waits until the turn is over. */
export async function askAgent(driver: Driver, query: string): Promise<ScriptedLog> {
  return driver.run(async (vscode, text) => {
    const log = (globalThis as unknown as { scriptedLog: { tools: string[]; results: string[]; prompt: string } })
      .scriptedLog;
    log.results.length = 0;
    await vscode.commands.executeCommand('workbench.action.chat.newChat');
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: text,
      mode: 'agent',
      modelSelector: { vendor: 'scripted', id: 'scripted-1' },
      blockOnResponse: true,
    });
    return { tools: log.tools, results: log.results, prompt: log.prompt };
  }, query);
}
