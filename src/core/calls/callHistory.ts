import { debounce } from '../../base/async.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { messageOf } from '../../base/fault.ts';
import type { CallOutcome, CallView } from '../../contract/calls.ts';
import type { FilesPort } from '../ports/ports.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { sizeOf } from './trimResult.ts';

/** A call as it is stored: without secrets, and without a result that is too large. */
export interface StoredCall {
  readonly view: CallView;
  readonly outcome?: CallOutcome;
}

interface HistoryParts {
  /** Absent where nothing is stored: on the command line. */
  readonly file?: string | undefined;
  readonly files: FilesPort;
  readonly redactor: Redactor;
  readonly log: Log;
}

const mostCalls = 300;
const largestOutcome = 64_000;
const largestAll = 2_000_000;
const quietMs = 500;

/** Remembers calls across restarts of the window, in one file of bounded size. */
export class CallHistory implements Disposable {
  readonly #parts: HistoryParts;
  readonly #later: (() => void) & Disposable;
  #newest: () => readonly StoredCall[] = () => [];
  #isWaiting = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#later = debounce(() => void this.flush(), quietMs);
  }

  async read(): Promise<readonly StoredCall[]> {
    const { file, files } = this.#parts;
    if (file === undefined) return [];
    try {
      const parsed = parseJson((await files.read(file)) ?? '[]');
      return parsed.ok && Array.isArray(parsed.value) ? parsed.value.flatMap(toKept) : [];
    } catch (error) {
      this.#parts.log.warn('the history of calls could not be read', { reason: messageOf(error) });
      return [];
    }
  }

  /** Debounced: one write for many changes. */
  keep(newest: () => readonly StoredCall[]): void {
    this.#newest = newest;
    if (this.#parts.file === undefined) return;
    this.#isWaiting = true;
    this.#later();
  }

  /** Writes pending changes now; resolves when they are on disk. */
  async flush(): Promise<void> {
    if (this.#isWaiting) this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  dispose(): void {
    this.#later.dispose();
    void this.flush();
  }

  async #write(): Promise<void> {
    const { file, files, log } = this.#parts;
    if (file === undefined) return;
    this.#isWaiting = false;
    try {
      await files.replace(file, JSON.stringify(this.#bounded(this.#newest())));
    } catch (error) {
      log.warn('the history of calls could not be written', { reason: messageOf(error) });
    }
  }

  #bounded(calls: readonly StoredCall[]): readonly StoredCall[] {
    let room = largestAll;
    return calls.slice(0, mostCalls).flatMap((call) => {
      const kept = this.#clean(call);
      const weight = sizeOf(kept, room);
      if (weight > room) return [];
      room -= weight;
      return [kept];
    });
  }

  #clean({ view, outcome }: StoredCall): StoredCall {
    const { redactor } = this.#parts;
    const { state } = view;
    const isKept = outcome !== undefined && sizeOf(outcome, largestOutcome) <= largestOutcome;
    const done = state.kind === 'done' ? { kind: 'done' as const, end: { ...state.end, kept: isKept } } : state;
    const clean = {
      ...view,
      args: redactor.value(view.args),
      ...(view.meta && { meta: redactor.value(view.meta) }),
      rounds: redactor.value(view.rounds),
      state: redactor.value(done), // progress holds a message of the server
    };
    return { view: clean, ...(isKept && { outcome: redactor.value(outcome) }) };
  }
}

/** Everything in the file is validated: it may be from another version, or truncated. */
function toKept(value: unknown): StoredCall[] {
  if (!isRecord(value) || !isRecord(value['view'])) return [];
  const view = value['view'];
  const texts = ['id', 'server', 'tool'].every((key) => typeof view[key] === 'string');
  const numbers = ['number', 'startedAt'].every((key) => typeof view[key] === 'number');
  const rest = isRecord(view['args']) && isRecord(view['state']) && Array.isArray(view['rounds']);
  if (!texts || !numbers || !rest) return [];
  const outcome = isOutcome(value['outcome']) ? value['outcome'] : undefined;
  return [{ view: ended(view as unknown as CallView, outcome), ...(outcome && { outcome }) }];
}

function isOutcome(value: unknown): value is CallOutcome {
  return isRecord(value) && typeof value['status'] === 'string' && Array.isArray(value['content']);
}

/** What ran when the window closed has no end. */
function ended(view: CallView, outcome: CallOutcome | undefined): CallView {
  const { state } = view;
  if (state.kind !== 'done' || !isRecord(state.end)) return { ...view, state: { kind: 'lost' } };
  return { ...view, state: { kind: 'done', end: { ...state.end, kept: outcome !== undefined } } };
}
