import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isRecord } from '../../../base/json.ts';
import type { AcpHandlers } from './acpPeer.ts';
import { replaceFile } from '../../files/replaceFile.ts';
import { isInside } from '../../files/isInside.ts';
import type { StepRequest } from '../model/port.ts';
import type { Access } from '../model/task.ts';

type Params = Readonly<Record<string, unknown>>;

interface AcpSessionOptions {
  readonly access: Access;
  readonly cwd: string;
  readonly onProgress: (message: string) => void;
  /** If absent, every step that needs permission is refused. */
  readonly approveStep?: (step: StepRequest) => Promise<boolean>;
}

/** The client's side of one ACP session: every write passes through here, also those of sub-agents. */
export class AcpSession implements AcpHandlers {
  readonly #options: AcpSessionOptions;
  #text = '';

  constructor(options: AcpSessionOptions) {
    this.#options = options;
  }

  /** The text since the last tool call. */
  get answer(): string {
    return this.#text.trim();
  }

  note(method: string, params: Params): void {
    const update = params['update'];
    if (method !== 'session/update' || !isRecord(update)) return;
    if (update['sessionUpdate'] === 'agent_message_chunk') this.#addText(update['content']);
    if (update['sessionUpdate'] === 'tool_call') this.#endText(update);
    if (update['sessionUpdate'] === 'tool_call_update' && update['status'] === 'in_progress')
      this.#report(update['title']);
  }

  async request(method: string, params: Params): Promise<unknown> {
    if (method === 'fs/write_text_file') return this.#write(String(params['path']), String(params['content'] ?? ''));
    if (method === 'session/request_permission') return this.#permission(params);
    throw new Error(`Not offered: ${method}`);
  }

  #addText(content: unknown): void {
    if (isRecord(content) && typeof content['text'] === 'string') this.#text += content['text'];
  }

  #endText(update: Record<string, unknown>): void {
    this.#report(this.#text);
    this.#report(update['title']);
    this.#text = '';
  }

  #report(message: unknown): void {
    if (typeof message === 'string' && message.trim() !== '') this.#options.onProgress(message);
  }

  async #write(path: string, content: string): Promise<null> {
    if (this.#options.access !== 'write') throw new Error('This run is read-only');
    const target = await confine(path, this.#options.cwd);
    if (target === undefined) throw new Error(`${path} is outside the workspace folder`);
    await replaceFile(target, new TextEncoder().encode(content), { isResolved: true });
    return null;
  }

  async #permission(params: Params): Promise<unknown> {
    const options = (Array.isArray(params['options']) ? params['options'] : []).filter(isRecord);
    const allow = options.find((option) => option['optionId'] === 'approve_once');
    const reject = options.find((option) => String(option['kind']).startsWith('reject'));
    const granted = allow !== undefined && (await this.#isGranted(params['toolCall']));
    const chosen = granted ? allow : reject;
    // Questions of the model use the same request; there is no user to answer them.
    if (chosen === undefined) return { outcome: { outcome: 'cancelled' } };
    return { outcome: { outcome: 'selected', optionId: chosen['optionId'] } };
  }

  async #isGranted(call: unknown): Promise<boolean> {
    const { access, approveStep } = this.#options;
    if (access !== 'write' || !isRecord(call)) return false;
    // Asked outside a git repository. The write itself comes to us, and is confined there.
    if (call['title'] === 'Write' || call['title'] === 'Edit') return true;
    if (approveStep === undefined) return false;
    return approveStep({ title: String(call['title'] ?? 'A step of Kimi'), detail: describeStep(call) });
  }
}

/** The agent's own description of the step. */
function describeStep(call: Record<string, unknown>): string {
  const parts = (Array.isArray(call['content']) ? call['content'] : []).filter(isRecord);
  const texts = parts.map(({ content }) => (isRecord(content) ? content['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n') || JSON.stringify(call, null, 2);
}

/** The real place of a path that may not exist yet, if that is inside the folder. */
export async function confine(path: string, folder: string): Promise<string | undefined> {
  if (!isAbsolute(path)) return undefined;
  const root = await realpath(folder);
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      const real = join(await realpath(at), ...missing);
      return isInside(real, root) && !isInside(real, join(root, '.git')) ? real : undefined;
    } catch {
      // A dangling link exists, and a write would follow it.
      if (dirname(at) === at || (await exists(at))) return undefined;
      missing.unshift(basename(at));
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
