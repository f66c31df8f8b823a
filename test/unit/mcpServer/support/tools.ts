import { deferred, onAbort, orAborted } from '../../../../src/base/async.ts';
import { signal } from '@preact/signals-core';
import { Fault } from '../../../../src/base/fault.ts';
import {
  type ServerTool,
  type JsonSchema,
  type RunTool,
  errorOutcome,
  textOutcome,
} from '../../../../src/core/mcpServer/tool.ts';
import type { ServerToolSource } from '../../../../src/core/mcpServer/toolSource.ts';
import { settled } from '../../../support/until.ts';

export function tool(
  name: string,
  run: RunTool,
  inputSchema: JsonSchema = { type: 'object' },
  more: Partial<ServerTool> = {},
): ServerTool {
  return { name, description: `${name} for tests`, inputSchema, profiles: [], load: async () => run, ...more };
}

const textSchema: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 1 }, style: { type: 'string', enum: ['plain', 'loud'] } },
  required: ['text'],
  additionalProperties: false,
};

export const echo = tool('echo', async ({ text }) => textOutcome(String(text)), textSchema);
export const throws = tool('throws', async () => {
  throw new Error('secret /home/someone/.ssh/id_rsa');
});
export const faults = tool('faults', async () => {
  throw new Fault('socket/unreachable', 'The socket is not there', { hint: 'Start the service' });
});
export const fails = tool('fails', async () => errorOutcome('It did not work'));
export const badContent = tool('bad_content', async () => ({ content: [{ type: 'nonsense' }], isError: false }));
export const breaksPromise = tool(
  'breaks_promise',
  async () => textOutcome('x', { wrong: true }),
  { type: 'object' },
  {
    outputSchema: { type: 'object', properties: { right: { type: 'boolean' } }, required: ['right'] },
  },
);
export const tellsProgress = tool('tells_progress', async (_args, context) => {
  for (const progress of [1, 2, 2, 3]) context.progress({ progress, total: 3, message: `step ${progress}` });
  return textOutcome('done');
});
export const logs = tool('logs', async (_args, { log }) => {
  log.info('Query executed successfully: 3 patterns returned');
  return textOutcome('done');
});
export const asks = tool('asks', async (_args, context) => {
  const answer = await context.ask?.('name', {
    message: 'Who are you?',
    schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  });
  return textOutcome(answer ? `Hello, ${String(answer['name'])}` : 'Nobody answered');
});
export const confirms = tool('confirms', async (_args, context) => {
  if (!context.ask) return errorOutcome('The client cannot ask');
  const yes = await context.ask('sure', { message: 'Confirm deletion of contact Ann?' });
  return textOutcome(yes ? 'deleted' : 'kept');
});

/** A tool that waits until the test releases it, and reports whether its work was stopped. */
export class Waiting {
  readonly started = deferred<void>();
  readonly released = deferred<void>();
  readonly stopped = deferred<void>();
  readonly tool = tool('waits', async (_args, { signal }) => {
    this.started.resolve();
    const stop = onAbort(signal, () => this.stopped.resolve());
    await Promise.race([this.released.promise, this.stopped.promise]);
    stop.dispose();
    return textOutcome(signal.aborted ? 'stopped' : 'released');
  });
}

export const naps = tool('naps', async (_args, { signal }) => {
  await orAborted(settled(), signal);
  return textOutcome('rested');
});

/** Tools that a test can change. */
export function changingTools(first: readonly ServerTool[]): {
  readonly source: ServerToolSource;
  set(tools: readonly ServerTool[]): void;
} {
  const current = signal(first);
  return {
    source: {
      name: 'changing',
      profiles: [],
      open: async () => ({ tools: current }),
    },
    set: (tools) => {
      current.value = tools;
    },
  };
}

export const plainTools = [
  echo,
  throws,
  faults,
  fails,
  badContent,
  breaksPromise,
  tellsProgress,
  logs,
  asks,
  confirms,
  naps,
];
