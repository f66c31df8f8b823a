import { type ServerContext, inputRequired } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import { problemsOf } from '../toolProblems.ts';
import type { TaskRun } from './tasks/taskRun.ts';
import type { AskClient, ClientInputRequest, ClientRequest, JsonSchema } from '../tool.ts';

type Answers = Readonly<Record<string, unknown>>;

/** Seals the responses of earlier rounds into the state that the client carries between them. */
export type SealResponses = (answers: Answers, context: ServerContext) => Promise<string>;

const yesOrNo: JsonSchema = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Confirm', description: 'Yes, go on' } },
  required: ['confirm'],
};

/** Thrown into the tool to end its run until the client has answered. */
class InputNeeded extends Error {}

/**
 * The client requests of one call and their responses. The modern era has no requests to the client:
 * the call ends with them, and the client calls again with the responses. The SDK emulates this
 * for a legacy client with real requests, so tools are written once.
 */
export class ClientInputs {
  readonly #context: ServerContext;
  readonly #task: () => TaskRun | undefined;
  #answers: Answers;
  #needed: Readonly<Record<string, ClientRequest>> | undefined;

  constructor(context: ServerContext, task: () => TaskRun | undefined) {
    const earlier = context.mcpReq.requestState<unknown>();
    this.#context = context;
    this.#task = task;
    this.#answers = { ...(isRecord(earlier) ? earlier : {}), ...context.mcpReq.inputResponses };
  }

  readonly request = async (requests: Readonly<Record<string, ClientRequest>>): Promise<Answers> => {
    const missing = Object.entries(requests).filter(([key]) => !(key in this.#answers));
    if (missing.length > 0) await this.#obtain(Object.fromEntries(missing));
    return Object.fromEntries(Object.keys(requests).map((key) => [key, this.#answers[key]]));
  };

  readonly ask: AskClient = async (key, question) => {
    const request = elicitation(question);
    await this.request({ [key]: request });
    let read = readAnswer(this.#answers[key], question);
    while (!read) {
      await this.#obtain({ [key]: request });
      read = readAnswer(this.#answers[key], question);
    }
    return read.content;
  };

  /** The input-required result of the call, if the tool needs input that is still missing. */
  async pending(seal: SealResponses): Promise<ReturnType<typeof inputRequired> | undefined> {
    if (!this.#needed) return undefined;
    const requestState = await seal(this.#answers, this.#context);
    return inputRequired({ inputRequests: this.#needed as never, requestState });
  }

  /** A task waits for the answers; a request ends, and its tool runs again. */
  async #obtain(requests: Readonly<Record<string, ClientRequest>>): Promise<void> {
    const task = this.#task();
    if (!task) {
      this.#needed = requests;
      throw new InputNeeded('The client is asked first');
    }
    this.#answers = { ...this.#answers, ...(await task.request(requests)) };
  }
}

/** `undefined` for what does not answer the question. */
function readAnswer(
  answer: unknown,
  { schema }: ClientInputRequest,
): { readonly content: Answers | undefined } | undefined {
  if (!isRecord(answer) || typeof answer['action'] !== 'string') return undefined;
  if (answer['action'] !== 'accept') return { content: undefined };
  const content = isRecord(answer['content']) ? answer['content'] : {};
  if (problemsOf(schema ?? yesOrNo, content).length > 0) return undefined;
  return { content: schema || content['confirm'] === true ? content : undefined };
}

function elicitation({ message, schema }: ClientInputRequest): ClientRequest {
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: schema ?? yesOrNo } };
}
