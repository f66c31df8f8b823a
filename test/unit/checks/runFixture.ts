import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { CheckResult } from '../../../src/core/checks/model/checkResult.ts';
import type { Step } from '../../../src/core/checks/model/checkFile.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';
import { runCheck } from '../../../src/core/checks/run/runCheck.ts';
import { ScriptedAnswers } from '../../../src/core/checks/run/scriptedAnswers.ts';
import { createManagedServer } from '../../../src/core/servers/managedServer.ts';
import type { ClientRequests } from '../../../src/core/servers/model/clientRequests.ts';
import type { ManagedServer } from '../../../src/core/servers/model/server.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';
import { memoryFiles } from '../calls/support.ts';

type Params = Readonly<Record<string, unknown>>;
interface Wire {
  onmessage?: (message: { id?: unknown; method?: string; params?: Params; result?: unknown }) => void;
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
}
interface Client extends Pick<Wire, 'send' | 'close'> {
  /** A request of the server to the client. */
  ask(method: string, params: object): Promise<unknown>;
}
type Outcome = object | undefined;
/** A result; an `{ error }`; nothing for a request that is never answered. */
type Answer = (params: Params, client: Client) => Outcome | Promise<Outcome>;

const readOnly = { readOnlyHint: true };
const tool = (name: string, annotations: object = {}): object => ({
  name,
  annotations,
  inputSchema: { type: 'object' },
});
const tools = [tool('now', readOnly), tool('same', readOnly), tool('again', { idempotentHint: true }), tool('add')];

const basics: Readonly<Record<string, Answer>> = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    serverInfo: { name: 'notes', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  ping: () => ({}),
  'server/discover': () => ({ error: { code: -32601, message: 'no such method' } }),
};

const bound = (end: Wire): Pick<Wire, 'send' | 'close'> => ({
  send: (message) => end.send(message),
  close: () => end.close(),
});

async function respond(end: Wire, id: unknown, answer: ReturnType<Answer>): Promise<void> {
  const outcome = await answer;
  if (outcome) await end.send({ jsonrpc: '2.0', id, ...('error' in outcome ? outcome : { result: outcome }) });
}

/** A server of this process, connected as any other one; each request is answered by the table. */
async function serve(answers: Readonly<Record<string, Answer>>, clientRequests: ClientRequests, seen: string[]) {
  const serveEnd = async (end: Wire): Promise<void> => {
    const asked = new Map<unknown, (result: unknown) => void>();
    const ask = (method: string, params: object): Promise<unknown> =>
      new Promise((resolve) => {
        const id = `question ${asked.size}`;
        asked.set(id, resolve);
        void end.send({ jsonrpc: '2.0', id, method, params });
      });
    const onmessage: NonNullable<Wire['onmessage']> = ({ id, method, params = {}, result }) => {
      if (method === undefined) return asked.get(id)?.(result);
      seen.push(method === 'tools/call' ? `call ${String(params['name'])}` : method);
      if (id !== undefined)
        void respond(end, id, (answers[method] ?? basics[method])?.(params, { ...bound(end), ask }));
    };
    await Object.assign(end, { onmessage }).start();
  };
  const server = createManagedServer({
    id: 'notes',
    label: 'notes',
    source: 'test',
    transport: 'memory',
    launch: { kind: 'memory', serve: (end) => serveEnd(end as unknown as Wire) },
    tap: { open: () => silentTap },
    clientRequests,
  });
  await server.start();
  seen.length = 0;
  return server;
}

export interface RunFixture extends AsyncDisposable {
  readonly server: ManagedServer;
  readonly redactor: Redactor;
  readonly files: ReturnType<typeof memoryFiles>;
  /** What the server was sent. */
  readonly seen: string[];
  readonly stop: AbortController;
  /** Before each step. */
  readonly steps: Step[];
  /** Runs one check of a file that has only it. */
  run(check: object, options?: RunOptions): Promise<CheckResult>;
}

interface RunOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly inputs?: readonly object[];
  readonly environments?: object;
  readonly isUpdating?: boolean;
}

export async function openFixture(
  answers: Readonly<Record<string, Answer>>,
  clientRequests?: ClientRequests,
): Promise<RunFixture> {
  const scripted = new ScriptedAnswers();
  const seen: string[] = [];
  const redactor = new Redactor();
  const server = await serve(answers, clientRequests ?? scripted, seen);
  const files = memoryFiles();
  const stop = new AbortController();
  const steps: Step[] = [];
  return {
    server,
    redactor,
    files,
    seen,
    stop,
    steps,
    run: (check, { isUpdating = false, ...more } = {}) => {
      const text = JSON.stringify({ mcptest: 1, server: 'notes', ...more, checks: [{ id: 'it', ...check }] });
      const { checkFile, problems } = readCheckFile('/w/notes.mcptest.json', text);
      const [only] = checkFile?.checks ?? [];
      if (!checkFile || !only) throw new Error(problems.map(({ message }) => message).join(' '));
      return runCheck(checkFile, only, {
        server,
        files,
        answers: scripted,
        env: {},
        input: async ({ id }) => `the ${id}`,
        redactor,
        isUpdating,
        signal: stop.signal,
        beforeStep: (step) => void steps.push(step),
      });
    },
    [Symbol.asyncDispose]: () => server.dispose(),
  };
}

/** The same with the time that it waits for passing at once. */
export async function hurried<T>(t: TestContext, run: () => Promise<T>): Promise<T> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { isOver: false };
  const running = run().finally(() => (state.isOver = true));
  while (!state.isOver) {
    t.mock.timers.tick(100);
    await turn();
  }
  t.mock.timers.reset();
  return running;
}
