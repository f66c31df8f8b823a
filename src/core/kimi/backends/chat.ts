import { kimiFailed } from '../../../base/faults/productFaults.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import { textLineReader } from '../../process/lineReader.ts';
import { httpFailureText } from './failures.ts';
import type { ApiOptions } from './moonshotApi.ts';

/** A message as the OpenAI-compatible API wants it. */
export type ChatMessage = { readonly role: 'user' | 'assistant' | 'tool' | 'system' } & Readonly<
  Record<string, unknown>
>;

interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: unknown;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  /** The model must call some tool. */
  readonly mustCall: boolean;
  readonly signal: AbortSignal;
}

export type ChatPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: object };

/** Streams a model's turn: text as it arrives, each tool call once it is complete. */
export async function streamChat(
  { key, baseUrl }: ApiOptions,
  request: ChatRequest,
  onPart: (part: ChatPart) => void,
): Promise<void> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(request)),
    redirect: 'error', // the key must not follow to another host
    signal: request.signal,
  });
  if (!response.ok) throw kimiFailed('reported', httpFailureText(response.status, await response.text()));
  const turn = new Turn(onPart);
  const lines = textLineReader((line) => line.startsWith('data:') && turn.take(line.slice(5).trim()));
  for await (const chunk of response.body ?? []) lines.push(Buffer.from(chunk as Uint8Array));
  lines.flush();
  turn.end();
}

function bodyOf({ model, messages, tools, mustCall }: ChatRequest): object {
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema ?? { type: 'object', properties: {} } },
  }));
  // No temperature: the newer models accept only their own.
  return {
    model,
    messages,
    stream: true,
    ...(offered.length > 0 && { tools: offered, tool_choice: mustCall ? 'required' : 'auto' }),
  };
}

interface PartialCall {
  id: string;
  name: string;
  json: string;
}

class Turn {
  readonly #onPart: (part: ChatPart) => void;
  readonly #calls = new Map<number, PartialCall>();
  #finish: string | undefined;

  constructor(onPart: (part: ChatPart) => void) {
    this.#onPart = onPart;
  }

  take(data: string): void {
    const parsed = parseJson(data);
    if (!parsed.ok || !isRecord(parsed.value)) return; // "[DONE]"
    const { choices, error } = parsed.value;
    if (isRecord(error)) throw kimiFailed('reported', String(error['message']));
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    if (!isRecord(choice)) return;
    if (typeof choice['finish_reason'] === 'string') this.#finish = choice['finish_reason'];
    if (isRecord(choice['delta'])) this.#takeDelta(choice['delta']);
  }

  /** A stream that breaks off has no end event: its text is not a complete answer. */
  end(): void {
    if (this.#finish === 'content_filter') throw kimiFailed('blocked');
    if (this.#finish === undefined) throw kimiFailed('cutOff');
    for (const { id, name, json } of this.#calls.values()) {
      const input = parseJson(json === '' ? '{}' : json);
      if (!input.ok || !isRecord(input.value)) throw kimiFailed('badCall', name);
      this.#onPart({ kind: 'call', id, name, input: input.value });
    }
  }

  #takeDelta({ content, tool_calls: calls }: Readonly<Record<string, unknown>>): void {
    if (typeof content === 'string' && content !== '') this.#onPart({ kind: 'text', text: content });
    for (const call of Array.isArray(calls) ? calls.filter(isRecord) : []) this.#takeCall(call);
  }

  #takeCall({ index, id, function: called }: Readonly<Record<string, unknown>>): void {
    const at = typeof index === 'number' ? index : 0;
    const known = this.#calls.get(at) ?? { id: '', name: '', json: '' };
    const { name, arguments: json } = isRecord(called) ? called : {};
    if (typeof id === 'string') known.id = id;
    if (typeof name === 'string') known.name += name;
    if (typeof json === 'string') known.json += json;
    this.#calls.set(at, known);
  }
}
