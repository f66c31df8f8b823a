import { messageOf } from '../../base/fault.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Clock } from '../ports/ports.ts';
import type { TapSource } from '../wire/tap.ts';
import { type FinishedSpan, type OtlpSpan, type ServerAddress, resourceSpans, toOtlp } from './span.ts';
import { TracedTap } from './tracedTap.ts';

interface OtlpOptions {
  /** The collector's address, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  redact(text: string): string;
  readonly batchMs?: number;
}

const batchMs = 5_000;
const batchSpans = 512;
const maxWaiting = 4_096;
const timeoutMs = 10_000;

/** Sends spans to a collector in batches. An unreachable collector costs spans and a log line, nothing else. */
export class OtlpExporter implements Disposable {
  readonly #options: OtlpOptions;
  /** As they are sent: a span that holds its messages could be of any size. */
  #waiting: OtlpSpan[] = [];
  #lost = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #isAway = false;

  constructor(options: OtlpOptions) {
    this.#options = options;
  }

  /** The same taps, with tracing. `way` returns how a server is reached. */
  trace(taps: TapSource, kind: 'client' | 'server', way: (server: string) => ServerAddress): TapSource {
    const { clock } = this.#options;
    const finished = (span: FinishedSpan): void => this.#add(span);
    return {
      open: (server) => new TracedTap(taps.open(server), { server, kind, clock, finished, way: () => way(server) }),
    };
  }

  /** Resolves when all current spans are sent or dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendWaiting().finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
    if (this.#waiting.length > 0) this.#later();
  }

  dispose(): void {
    void this.flush().then(() => this.flush()); // spans that were added during the batch are sent too
  }

  #add(span: FinishedSpan): void {
    if (this.#waiting.length >= maxWaiting) this.#lost++;
    else this.#waiting.push(toOtlp(span, this.#options.redact));
    if (this.#waiting.length >= batchSpans && !this.#sending && !this.#isAway) void this.flush();
    else this.#later();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.batchMs ?? batchMs);
    this.#timer.unref();
  }

  /** One batch at a time; after one that failed the rest waits. */
  async #sendWaiting(): Promise<void> {
    for (let left = this.#waiting.length; left > 0; left -= batchSpans) {
      await this.#send(this.#waiting.splice(0, batchSpans));
      if (this.#isAway) return;
    }
  }

  async #send(batch: readonly OtlpSpan[]): Promise<void> {
    const { headers, log } = this.#options;
    try {
      const response = await fetch(tracesUrl(this.#options.endpoint), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(resourceSpans(batch, this.#options.version)),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error', // no redirect to a collector that the user did not choose
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      if (this.#isAway) log.info('the collector answers again', { lost: this.#lost });
      this.#isAway = false;
      this.#lost = 0;
    } catch (error) {
      this.#lost += batch.length;
      if (!this.#isAway) log.warn('the collector does not take spans', { reason: messageOf(error) });
      this.#isAway = true;
    }
  }
}

/** The base address gets the path of traces, as every exporter does it. */
function tracesUrl(endpoint: URL): URL {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

/** `undefined` where there is none, or where it is no address. */
export function readEndpoint(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** `name=value,name=value`, as in OTEL_EXPORTER_OTLP_HEADERS: keys of a collector do not belong in settings. */
export function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').flatMap((part) => {
    const at = part.indexOf('=');
    return at > 0 ? [[part.slice(0, at).trim(), decode(part.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign of its own
  }
}
