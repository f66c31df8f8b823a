import { faultText } from '../../base/fault.ts';
import { effect } from '@preact/signals-core';
import { Emitter, type Event } from '../../base/event.ts';
import { revealHidden } from '../../base/text/hiddenCharacters.ts';
import { isRecord, previewJson } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { plainText } from '../../base/text/plainText.ts';
import type { Clock } from '../ports/ports.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import type { Interception } from '../wire/interception.ts';
import { textOr } from '../wire/messageBounds.ts';
import type { Tap, TapSource } from '../wire/tap.ts';
import type { WireDirection, WireMessage } from '../wire/wireMessage.ts';
import type { ManagedServer, ServerState } from './model/server.ts';

type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  readonly at: number;
  readonly level: LogLevel;
  /** Redacted, with hidden characters written out. */
  readonly text: string;
}

interface ServerLogParts {
  readonly clock: Clock;
  /** In front of this sink like of every other. */
  readonly redact: (text: string) => string;
  /** One line for each state. */
  readonly describe: (state: ServerState) => string;
}

const mostLines = 2_000;
const mostCharacters = 256 * 1024;
const longestLine = 8_192;
const longestShown = 120;
const stdoutMark = '[stdout] ';
const mostStates = 100;

/** The last output of one server: stderr, noise, log messages and state changes. Bounded. */
export class ServerLog implements Disposable {
  readonly #parts: Pick<ServerLogParts, 'clock' | 'redact'>;
  readonly #lines: LogLine[] = [];
  readonly #added = new Emitter<LogLine>();
  readonly #states: LogLine[] = [];
  #characters = 0;
  #dropped = 0;

  constructor(parts: Pick<ServerLogParts, 'clock' | 'redact'>) {
    this.#parts = parts;
  }

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** How many lines came before the first of `lines`. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The last changes of its state, the newest last. */
  get states(): readonly LogLine[] {
    return this.#states;
  }

  get onDidAppend(): Event<LogLine> {
    return this.#added.event;
  }

  /** What the server itself printed last, on one line, if that was not before. */
  lastOutput(since: number): string | undefined {
    for (let at = this.#lines.length - 1; at >= 0; at--) {
      const line = this.#lines[at]!;
      if (line.at < since) return undefined;
      const text = printedIn(line.text)?.text ?? '';
      const last = text.split('\n').findLast((each) => each.trim() !== '');
      if (last !== undefined) return last.trim().slice(0, longestShown);
    }
    return undefined;
  }

  /** What it printed first to stdout that is no message, if that was not before. */
  firstStrayText(since: number): string | undefined {
    const start = this.#lines.findLastIndex(({ at }) => at < since) + 1;
    const line = this.#lines.slice(start).find(({ text }) => text.startsWith(stdoutMark));
    return line?.text.slice(stdoutMark.length).trim().slice(0, longestShown);
  }

  appendState(level: LogLevel, words: string): void {
    this.#states.push(this.append(level, words));
    if (this.#states.length > mostStates) this.#states.shift();
  }

  append(level: LogLevel, words: string): LogLine {
    const { clock, redact } = this.#parts;
    // Redacted before it is cut, because half a secret is not recognized; what is far beyond the cut is not looked at.
    const clean = revealHidden(redact(plainText(words.slice(0, 4 * longestLine))));
    const text = clean.length > longestLine ? `${clean.slice(0, longestLine)} …` : clean;
    const line = { at: clock.now(), level, text };
    this.#lines.push(line);
    this.#characters += text.length;
    this.#trim();
    this.#added.fire(line);
    return line;
  }

  /** Drops many at once: dropping one line for each new one would copy the list each time. */
  #trim(): void {
    if (this.#lines.length <= mostLines && this.#characters <= mostCharacters) return;
    let left = this.#characters;
    let at = 0;
    while (this.#lines.length - at > mostLines / 2 || left > mostCharacters / 2) left -= this.#lines[at++]!.text.length;
    this.#lines.splice(0, at);
    this.#dropped += at;
    this.#characters = left;
  }

  dispose(): void {
    this.#added.dispose();
  }
}

/** A log for each server, from its first message on, whether or not a view is open. */
export class ServerLogs implements Disposable {
  readonly #parts: ServerLogParts;
  readonly #logs = new Map<string, ServerLog>();
  readonly #watched = new Map<ManagedServer, Lifetime>();

  constructor(parts: ServerLogParts) {
    this.#parts = parts;
  }

  of(server: string): ServerLog {
    const found = this.#logs.get(server) ?? new ServerLog(this.#parts);
    this.#logs.set(server, found);
    return found;
  }

  readonly outputOf = (server: string): ServerLog | undefined => this.#logs.get(server);

  /** The same taps, with logging. */
  listen(taps: TapSource): TapSource {
    return { open: (server) => new OverheardTap(taps.open(server), this.of(server)) };
  }

  /** From now on logs each state of these servers and their log notifications. */
  watch(servers: readonly ManagedServer[]): void {
    const wanted = new Set(servers);
    for (const [server, lifetime] of this.#watched) {
      if (wanted.has(server)) continue;
      lifetime.dispose();
      this.#watched.delete(server);
    }
    for (const server of servers) if (!this.#watched.has(server)) this.#watched.set(server, this.#follow(server));
  }

  #follow(server: ManagedServer): Lifetime {
    const lifetime = new Lifetime();
    lifetime.defer(effect(() => this.#note(server, server.state.value)));
    lifetime.add(server.onNotification((message) => this.#message(server.id, message)));
    return lifetime;
  }

  #note(server: ManagedServer, state: ServerState): void {
    const level = state.kind === 'error' ? 'error' : state.kind === 'waiting' ? 'warn' : 'info';
    const hint = 'fault' in state ? state.fault.hint : undefined;
    const message = this.#parts.describe(state);
    this.of(server.id).appendState(level, faultText({ message, ...(hint !== undefined && { hint }) }));
  }

  #message(server: string, { method, params }: { readonly method: string; readonly params: unknown }): void {
    if (method !== 'notifications/message' || !isRecord(params)) return;
    const { data, level, logger } = params;
    const words = typeof data === 'string' ? data : previewJson(data, 4 * longestLine);
    const name = typeof logger === 'string' ? `${logger}: ` : '';
    this.of(server).append(levels[textOr(level, 'info')] ?? 'info', `[server] ${name}${words}`);
  }

  dispose(): void {
    this.watch([]);
    for (const log of this.#logs.values()) log.dispose();
    this.#logs.clear();
  }
}

/** Frames are left to the traffic view; everything else is logged. */
class OverheardTap implements Tap {
  readonly #tap: Tap;
  readonly #log: ServerLog;

  constructor(tap: Tap, log: ServerLog) {
    this.#tap = tap;
    this.#log = log;
  }

  get interception(): Interception | undefined {
    return this.#tap.interception;
  }

  frame(direction: WireDirection, message: WireMessage, bytes?: number, http?: HttpExchange): void {
    this.#tap.frame(direction, message, bytes, http);
  }

  noise(text: string): void {
    this.#log.append('debug', stdoutMark + text);
    this.#tap.noise(text);
  }

  stderr(text: string): void {
    this.#log.append('warn', `[stderr] ${text}`);
    this.#tap.stderr(text);
  }

  malformed(direction: WireDirection, text: string, reason: string): void {
    this.#log.append('warn', `${reason}: ${text}`);
    this.#tap.malformed(direction, text, reason);
  }

  state(text: string, http?: HttpExchange): void {
    this.#log.append('info', text);
    this.#tap.state(text, http);
  }

  lost(...what: Parameters<Tap['lost']>): void {
    this.#tap.lost(...what);
  }

  closed(reason: string): void {
    this.#log.append('info', reason);
    this.#tap.closed(reason);
  }
}

/** The eight levels of the protocol. */
const levels: Readonly<Record<string, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/** What a line of the log quotes from stderr or stdout, and where it begins. */
export function printedIn(line: string): { readonly text: string; readonly offset: number } | undefined {
  const [mark] = /^\[std(?:err|out)\] /.exec(line) ?? [];
  return mark === undefined ? undefined : { text: line.slice(mark.length), offset: mark.length };
}
