import type { Result, ServerContext } from '@modelcontextprotocol/server';
import type { Era } from '../../../contract/inspector.ts';
import { isRecord } from '../../../base/json.ts';
import type { Params } from '../../mcpServer/handlers/handle.ts';
import { tasksExtension } from '../../wire/tasksExtension.ts';
import type { AgentCall, Round } from '../calls/agentCall.ts';
import type { ClientRequestRouter, QuestionKind } from '../calls/clientRequestRouter.ts';
import type { CallInputs } from '../calls/inputRounds.ts';
import { type SuspendedCalls, resumeWithinMs } from '../calls/suspendedCalls.ts';

type Fields = Readonly<Record<string, unknown>>;
type Ended<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'suspended'; readonly response: Result };

/** Until the call has a result, or a modern agent has to send its next round. */
export async function nextRound<T>(
  running: AgentCall<T>,
  suspended: SuspendedCalls<T>,
  era: Era,
  request: ServerContext,
): Promise<Ended<T>> {
  for (;;) {
    const round = await running.round(request.mcpReq.signal);
    if (round.kind === 'done') return round;
    if (era === 'modern') return { kind: 'suspended', response: await suspended.park(running, round, request) };
    await putToAgent(running, round, request);
  }
}

/** A legacy agent gets the client requests on its own connection, while its request waits. */
async function putToAgent<T>(
  running: AgentCall<T>,
  { questions }: Extract<Round<T>, { kind: 'inputRequired' }>,
  { mcpReq }: ServerContext,
): Promise<void> {
  try {
    const responses: Record<string, unknown> = {};
    // The server validates them.
    for (const [key, { method, params = {} }] of Object.entries(questions))
      responses[key] = await mcpReq.send({ method, params }, { signal: mcpReq.signal, timeout: resumeWithinMs });
    running.answer(responses);
  } catch (error) {
    running.refuse(error);
  }
}

/** A relay can forward any client request, but the agent behind it may not support it: the relay says so with each call. */
export const answersMetaKey = 'mcp-switchboard/answers';

/** The client requests that this agent supports. */
export function answersOf(capabilities: Fields, { _meta: meta }: Params): readonly QuestionKind[] {
  const { elicitation, sampling, roots } = capabilities;
  const { form, url } = isRecord(elicitation) ? elicitation : {};
  const able: readonly QuestionKind[] = [
    ...(elicitation !== undefined && (form !== undefined || url === undefined) ? ['elicitation/create' as const] : []),
    ...(url === undefined ? [] : ['elicitation/url' as const]),
    ...(sampling === undefined ? [] : ['sampling/createMessage' as const]),
    ...(roots === undefined ? [] : ['roots/list' as const]),
  ];
  const relayed = isRecord(meta) ? meta[answersMetaKey] : undefined;
  return Array.isArray(relayed) ? able.filter((method) => relayed.includes(method)) : able;
}

/** How a modern server's requests for input reach the agent of a call, or the user at the window. */
export function inputsOf(
  running: AgentCall<unknown>,
  router: ClientRequestRouter,
  { sampling }: Fields,
  signal: AbortSignal,
  mayBeTask = false,
): CallInputs {
  const [form, url] = [running.answers('elicitation/create'), running.answers('elicitation/url')];
  const agent = {
    ...((form || url) && { elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) } }),
    ...(running.answers('sampling/createMessage') && { sampling: isRecord(sampling) ? sampling : {} }),
    ...(running.answers('roots/list') && { roots: {} }),
  };
  return {
    capabilities: router.capabilitiesWith(agent),
    ...(mayBeTask && { withTasks: { ...agent, extensions: { [tasksExtension]: {} } } }),
    signal,
    answer: (server, requests) => router.answerInputs(server, running, requests, signal),
  };
}
