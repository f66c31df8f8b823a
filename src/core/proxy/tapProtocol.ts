import { isRecord, parseJson } from '../../base/json.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import { readMessages } from '../wire/messageLine.ts';
import type { Tap } from '../wire/tap.ts';
import type { WireDirection, WireMessage } from '../wire/wireMessage.ts';

/*
 * What a tap sends to a window: JSON lines. First its identity, then each message as text.
 */
interface TapHello {
  readonly tap: 1;
  readonly name: string;
}

/** Where copies go: a window, a file, both or neither. Never throws, never blocks. */
export interface FrameCopies {
  /** A whole line or message, as it passed. */
  wire(direction: WireDirection, text: string, http?: HttpExchange): void;
  stderr(text: string): void;
  state(text: string, http?: HttpExchange): void;
  /** A request that passed will get no response. */
  lost(id: unknown, reason: string): void;
}

/** The other side: text becomes a frame, noise or a malformed one. */
export function copiesTo(tap: Tap): FrameCopies {
  return {
    wire: (direction, text, http) => tellWire(tap, direction, text, http),
    stderr: (text) => tap.stderr(text),
    state: (text, http) => tap.state(text, http),
    lost: (id, reason) => tap.lost(id, reason),
  };
}

function tellWire(tap: Tap, direction: WireDirection, text: string, http: HttpExchange | undefined): void {
  for (const read of readMessages(text)) {
    if (read.kind === 'message') tap.frame(direction, read.message as WireMessage, Buffer.byteLength(text), http);
    else if (read.kind === 'noise' && direction === 'toClient') tap.noise(text);
    else tap.malformed(direction, text, read.kind === 'malformed' ? read.reason : 'not a message');
  }
}

export type TapLine =
  | { readonly wire: WireDirection; readonly text: string; readonly http?: HttpExchange | undefined }
  | { readonly stderr: string }
  | { readonly state: string; readonly http?: HttpExchange | undefined }
  | { readonly lost: unknown; readonly reason: string };

export function writeTapLine(line: TapLine | TapHello): string {
  return `${JSON.stringify(line)}\n`;
}

export function readHello(text: string): TapHello | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value) || parsed.value['tap'] !== 1) return undefined;
  const { name } = parsed.value;
  return typeof name === 'string' ? { tap: 1, name: name.slice(0, 200) } : undefined;
}

/** False for an invalid line: the sender is not a tap, or a newer one. */
export function readTapLine(text: string, copies: FrameCopies): boolean {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value)) return false;
  const { wire, text: body, stderr, state, http, lost, reason } = parsed.value;
  const exchange = isRecord(http) ? (http as HttpExchange) : undefined;
  if ((wire === 'toServer' || wire === 'toClient') && typeof body === 'string') copies.wire(wire, body, exchange);
  else if (typeof stderr === 'string') copies.stderr(stderr);
  else if (typeof state === 'string') copies.state(state, exchange);
  else if (typeof reason === 'string') copies.lost(lost, reason);
  else return false;
  return true;
}
