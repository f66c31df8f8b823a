import { messageOf } from '../../../base/fault.ts';
import { type Backend, type BackendResult, type BackendRun, failure } from '../model/backend.ts';
import type { LanguageModelPort } from '../model/port.ts';

/** A model that the editor offers, where the user chose it as a stand-in for Kimi. */
export function languageModel(port: LanguageModelPort, name: string): Backend {
  return { id: 'vscode-lm', label: `vscode-lm ${name}`, run: (run) => askModel(port, run) };
}

async function askModel(port: LanguageModelPort, run: BackendRun): Promise<BackendResult> {
  let length = 0;
  const onText = (part: string): void => {
    const before = length;
    length += part.length;
    if (Math.floor(before / 2000) !== Math.floor(length / 2000)) run.onProgress(`${length} characters so far`);
  };
  try {
    const text = await port.ask(run.prompt, run.signal, onText);
    return text.trim() === '' ? failure('no-answer', 'The model gave no answer') : { ok: true, text: text.trim() };
  } catch (error) {
    return failure('other', messageOf(error));
  }
}
