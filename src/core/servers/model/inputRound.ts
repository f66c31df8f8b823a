import { isRecord } from '../../../base/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One round of a request to a modern server, for a caller that runs the rounds itself. */
export interface InputRound {
  /** What the caller can be asked; in place of what the connection declares. */
  readonly capabilities: Fields;
  /** The same for a server that has tasks, where the caller takes one for a result; without it a call is never a task. */
  readonly withTasks?: Fields;
  readonly inputResponses?: Fields;
  readonly requestState?: string;
}

/** The response to a round: what the server has to know first. */
export interface InputRequired {
  /** Client requests by the server's own keys; none where it only wants to be called again. */
  readonly requests: Fields;
  readonly requestState?: string;
}

/** The parameters of the next request. */
export function roundParams({ inputResponses, requestState }: Partial<InputRound> = {}): Fields {
  return { ...(inputResponses && { inputResponses }), ...(requestState !== undefined && { requestState }) };
}

export function readInputRequired(result: unknown): InputRequired | undefined {
  if (!isRecord(result) || result['resultType'] !== 'input_required') return undefined;
  const { inputRequests, requestState } = result;
  return {
    requests: isRecord(inputRequests) ? inputRequests : {},
    ...(typeof requestState === 'string' && { requestState }),
  };
}
