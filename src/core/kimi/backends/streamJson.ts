import { isRecord, parseJson } from '../../../base/json.ts';

/** Collects what `--output-format stream-json` prints: one JSON object per line, the same roles in both CLIs. */
export class StreamJson {
  readonly #onProgress: (message: string) => void;
  readonly #texts: string[] = [];
  #last = '';
  #sessionId: string | undefined;
  /** Lines that are not JSON: the old CLI prints its errors there. */
  readonly #plain: string[] = [];

  constructor(onProgress: (message: string) => void) {
    this.#onProgress = onProgress;
  }

  /** The model's last text; texts between its tool calls are interim notes. */
  get answer(): string {
    return this.#last !== '' ? this.#last : this.#texts.join('\n\n');
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get plain(): string {
    return this.#plain.join('\n');
  }

  push(line: string): void {
    const parsed = parseJson(line);
    if (!parsed.ok || !isRecord(parsed.value)) {
      if (line.trim() !== '') this.#plain.push(line);
      if (this.#plain.length > 200) this.#plain.shift();
      return;
    }
    const { role } = parsed.value;
    if (role === 'assistant') this.#assistant(parsed.value);
    else if (role === 'meta') this.#meta(parsed.value);
  }

  #assistant(message: Record<string, unknown>): void {
    const text = contentText(message['content']).trim();
    const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
    if (text !== '') this.#texts.push(text);
    this.#last = calls.length === 0 ? text : '';
    if (text !== '') this.#onProgress(text);
    for (const call of calls) this.#onProgress(describeCall(call));
  }

  #meta(message: Record<string, unknown>): void {
    if (message['type'] === 'turn.step.retrying') this.#onProgress(describeRetry(message));
    if (message['type'] === 'session.resume_hint') this.#sessionId = stringOf(message['session_id']);
  }
}

function describeRetry(message: Record<string, unknown>): string {
  const why = stringOf(message['error_message']) ?? 'the provider failed';
  const [next, most] = [message['next_attempt'], message['max_attempts']].map((count) =>
    Number(typeof count === 'number' && count),
  );
  return `Retry ${next}/${most}: ${why}`;
}

/** The name of a tool and what it is used on. */
function describeCall(call: unknown): string {
  const named = isRecord(call) && isRecord(call['function']) ? call['function'] : {};
  const parsed = parseJson(stringOf(named['arguments']) ?? '');
  const args = parsed.ok && isRecord(parsed.value) ? parsed.value : {};
  const subject = ['path', 'command', 'pattern', 'description', 'url'].map((key) => stringOf(args[key])).find(Boolean);
  const name = stringOf(named['name']) ?? 'Tool';
  return subject === undefined ? name : `${name} ${subject.trimStart()}`;
}

/** Content is a text, or a list of parts of which the thinking is not part of the answer. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (isRecord(part) && part['type'] === 'text' ? (stringOf(part['text']) ?? '') : ''))
    .join('');
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
