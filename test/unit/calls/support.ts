import { type Deferred, deferred, orAborted } from '../../../src/base/async.ts';
import { CallStore } from '../../../src/core/calls/callStore.ts';
import { CallHistory } from '../../../src/core/calls/callHistory.ts';
import { type Clock, type FilesPort, systemClock } from '../../../src/core/ports/ports.ts';
import type { CallOptions, ToolResult } from '../../../src/core/servers/model/server.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { FakeStore } from '../../support/fakeStore.ts';

export interface Asked {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  readonly answer: Deferred<ToolResult>;
}

/** Files in memory; `written` resolves with the next text that is written. */
export function memoryFiles(): FilesPort & { readonly texts: Map<string, string>; written(): Promise<string> } {
  const texts = new Map<string, string>();
  let next = deferred<string>();
  const write = (path: string, text: string): void => {
    texts.set(path, text);
    next.resolve(text);
    next = deferred();
  };
  return {
    texts,
    written: () => next.promise,
    read: async (path) => texts.get(path),
    edit: async (path, change) => {
      const text = change(texts.get(path));
      if (text !== undefined) write(path, text);
    },
    replace: async (path, text) => write(path, text),
    watch: () => ({ dispose: () => {} }),
  };
}

export interface Setup {
  readonly store: CallStore;
  readonly asked: Asked[];
  readonly redactor: Redactor;
  readonly clock: { advance(ms: number): void };
}

/** A store of calls to a server that responds when the test resolves it. */
export function openCallStore(kept = new FakeStore()): Setup {
  const asked: Asked[] = [];
  const redactor = new Redactor();
  const history = new CallHistory({ store: kept, scope: () => '/work/app', redactor });
  const callTool = (tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions = {}) => {
    const answer = deferred<ToolResult>();
    asked.push({ tool, args, options, answer });
    return orAborted(answer.promise, options.signal);
  };
  const server = () => ({ callTool, start: async () => {} });
  let passedMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => passedMs };
  const store = new CallStore({ server, clock, redactor, history });
  return { store, asked, redactor, clock: { advance: (ms) => void (passedMs += ms) } };
}

export function answerText(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

export async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
