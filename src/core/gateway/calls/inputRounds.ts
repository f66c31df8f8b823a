import { sleep } from '../../../base/async.ts';
import { Fault, messageOf } from '../../../base/fault.ts';
import { callFailed } from '../../../base/faults/serverFaults.ts';
import type { InputRequired, InputRound } from '../../servers/model/inputRound.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the client of a call can be asked, and how it is. */
export interface CallInputs {
  readonly capabilities: Fields;
  /** Where it knows tasks: what it can be asked itself, because it is the one who follows the task. */
  readonly withTasks?: Fields;
  readonly signal: AbortSignal;
  answer(server: string, requests: Fields): Promise<Fields>;
}

interface Rounds<T> {
  readonly server: string;
  readonly inputs: CallInputs;
  send(round: InputRound): Promise<T>;
  required(result: T): InputRequired | undefined;
}

/** As many as the SDK's client allows. */
const maxRounds = 10;
/** Before a server that asks nothing, only for another request, gets it. */
const pauseMs = 250;

/**
 * Runs a request to a modern server until its result comes. Between two rounds nothing is open at the server, so that
 * a call whose agent never answers takes no place in its queue.
 */
export async function runRounds<T>({ server, inputs, send, required }: Rounds<T>): Promise<T> {
  const { capabilities, withTasks } = inputs;
  const declared = { capabilities, ...(withTasks && { withTasks }) };
  let round: InputRound = declared;
  for (let rounds = 0; rounds <= maxRounds; rounds++) {
    const result = await send(round);
    const more = required(result);
    if (!more) return result;
    round = { ...declared, ...(await next(server, inputs, more)) };
  }
  throw callFailed('tooManyRounds', String(maxRounds));
}

async function next(
  server: string,
  { answer, signal }: CallInputs,
  { requests, requestState }: InputRequired,
): Promise<Partial<InputRound>> {
  const state = requestState === undefined ? {} : { requestState };
  if (Object.keys(requests).length === 0) {
    await sleep(pauseMs, signal);
    return state;
  }
  try {
    return { ...state, inputResponses: await answer(server, requests) };
  } catch (error) {
    throw Fault.is(error) ? error : callFailed('refused', messageOf(error), { cause: error });
  }
}
