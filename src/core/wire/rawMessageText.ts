import { randomUUID } from 'node:crypto';
import { isRecord, parseJson } from '../../base/json.ts';

const waiting = new Map<string, string>();

/**
 * A message that is sent as typed, valid or not. The SDK's HTTP transport serializes what it
 * gets: there it is a placeholder, which `bodyToSend` replaces by the text.
 */
export class RawMessageText {
  readonly text: string;
  readonly #key = `wire-text-${randomUUID()}`;

  constructor(text: string) {
    this.text = text;
    waiting.set(this.#key, text);
  }

  toJSON(): string {
    return this.#key;
  }

  forget(): void {
    waiting.delete(this.#key);
  }
}

export function textToSend(message: unknown): string {
  return message instanceof RawMessageText ? message.text.replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(message);
}

export function bodyToSend(body: string): string {
  return body.startsWith('"wire-text-') ? (waiting.get(body.slice(1, -1)) ?? body) : body;
}

/** The tool that a typed message would call, so that a quarantined one cannot be called this way. */
export function typedToolName(text: string): string | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value) || parsed.value['method'] !== 'tools/call') return undefined;
  const { params } = parsed.value;
  return isRecord(params) && typeof params['name'] === 'string' ? params['name'] : undefined;
}
