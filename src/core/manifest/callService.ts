import { logFailure } from '../mcpServer/logFailure.ts';
import {
  errorOutcome,
  type RunTool,
  type ToolArguments,
  type ToolContext,
  type ToolOutcome,
} from '../mcpServer/tool.ts';
import { cannotAsk, needsConfirmation, whyNotConfirmed } from './confirmation.ts';
import { withoutCredentials } from './credentials.ts';
import { failureOf, outcomeOf } from './outcome.ts';
import type { DeclaredTool } from './read/model.ts';
import { askUser, questionsIn, type ServiceQuestions } from './serviceQuestions.ts';
import type { Reply } from './socket/reply.ts';
import type { SocketClient } from './socket/socketClient.ts';

/** A service that always asks once more would never end. */
const mostRounds = 5;

interface ServiceTool {
  readonly tool: DeclaredTool;
  /** What clients call it. */
  readonly name: string;
  readonly timeoutMs: number;
  readonly client: SocketClient;
}

/** Whether a call may have to ask the user, and not only its service. */
export function mayAsk(tool: DeclaredTool): boolean {
  return tool.asks === true || needsConfirmation(tool);
}

export function serviceRunner(service: ServiceTool): RunTool {
  const { tool, name } = service;
  return async (args, context) => {
    const refused = needsConfirmation(tool) ? await whyNotConfirmed(tool, name, args, context) : undefined;
    if (refused !== undefined) return logFailure(errorOutcome(refused), context.log);
    return logFailure(await converse(service, args, context), context.log);
  };
}

/** One call, and again with the answers as long as the service has questions. */
async function converse(service: ServiceTool, args: ToolArguments, context: ToolContext): Promise<ToolOutcome> {
  let params: ToolArguments = args;
  for (let round = 0; round < mostRounds; round++) {
    const reply = await send(service, params, context).catch(failureOf);
    if ('content' in reply) return reply;
    const asked = service.tool.asks && reply.kind === 'result' ? questionsIn(reply.value) : undefined;
    if (asked === undefined) return outcomeOf(reply, service.tool.outputSchema);
    if (typeof asked === 'string') return errorOutcome(asked);
    if (!context.ask) return errorOutcome(unasked(asked));
    const inputResponses = await askUser([service.name, params], asked, context);
    const { requestState } = asked;
    params = { ...args, _meta: { inputResponses, ...(requestState !== undefined && { requestState }) } };
  }
  return errorOutcome(`The service asked ${mostRounds} times without an end.`);
}

function send({ tool, timeoutMs, client }: ServiceTool, params: ToolArguments, context: ToolContext): Promise<Reply> {
  const { method, annotations } = tool;
  const { signal, log } = context;
  log.debug('calling the service', { method });
  const repeatable = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
  return client.call({
    method,
    params,
    timeoutMs,
    signal,
    repeatable,
    onProgress: (report) => context.progress(withoutCredentials(report, report.message ?? '')),
  });
}

function unasked({ questions }: ServiceQuestions): string {
  const messages = questions.map(({ message }) => message).join(' ');
  return `The service asks the user: ${messages} It was not answered, because ${cannotAsk}.`;
}
