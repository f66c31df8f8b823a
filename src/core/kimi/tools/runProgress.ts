import { stripVTControlCharacters } from 'node:util';
import { Emitter, type Event } from '../../../base/event.ts';
import { clip } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { ToolContext } from '../../mcpServer/tool.ts';
import type { Redact } from './redaction.ts';

const quietMs = 15_000;
const longestLine = 160;

/** Turns a backend's events into MCP progress; repeats the last one now and then, so that clients keep waiting. */
export class RunProgress implements Disposable {
  readonly #context: Pick<ToolContext, 'progress'>;
  readonly #reported = new Emitter<string>();
  readonly #started = performance.now();
  readonly #redact: Redact;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: Pick<ToolContext, 'progress'>, redact: Redact) {
    this.#context = context;
    this.#redact = redact;
    this.#wait();
  }

  get onProgress(): Event<string> {
    return this.#reported.event;
  }

  /** A backend gives the whole text: what is cut first is no longer recognized as a secret. */
  readonly report = (message: string): void => {
    const safe = firstLine(this.#redact(message));
    this.#context.progress({ progress: ++this.#count, message: safe });
    this.#reported.fire(safe);
    this.#wait();
  };

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.report(`Still working after ${this.#seconds()} s`), quietMs);
    this.#timer.unref();
  }

  #seconds(): number {
    return Math.round((performance.now() - this.#started) / 1000);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#reported.dispose();
  }
}

function firstLine(text: string): string {
  return clip(stripVTControlCharacters(text.trimStart().split('\n', 1)[0] ?? ''), longestLine);
}
