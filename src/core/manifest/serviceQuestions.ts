import { createHash } from 'node:crypto';
import { fitsDialog } from '../../base/text/dialogText.ts';
import { inertText } from '../../base/text/inertText.ts';
import { isRecord } from '../../base/json.ts';
import type { ClientRequest, JsonSchema, ToolContext } from '../mcpServer/tool.ts';
import { problemsOf } from '../mcpServer/toolProblems.ts';

/** What a service asks in place of a result, in the form that MCP itself has for it. */
export interface ServiceQuestions {
  readonly questions: readonly ServiceQuestion[];
  /** Given back with the answers, unchanged. */
  readonly requestState: unknown;
}

interface ServiceQuestion {
  readonly key: string;
  readonly message: string;
  readonly schema: JsonSchema;
}

type ServiceAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

const mostQuestions = 10;

/** `undefined` for a result; a sentence for questions that cannot be put to a user. */
export function questionsIn(value: unknown): ServiceQuestions | string | undefined {
  if (!isRecord(value) || value['resultType'] !== 'input_required') return undefined;
  const { inputRequests, requestState } = value;
  const entries = isRecord(inputRequests) ? Object.entries(inputRequests) : [];
  if (entries.length === 0 || entries.length > mostQuestions)
    return `The service asks ${entries.length} questions; 1 to ${mostQuestions} are possible.`;
  const questions = entries.flatMap(([key, request]) => readQuestion(key, request) ?? []);
  if (questions.length < entries.length) return 'The service asks in a form that cannot be shown to a user.';
  return { questions, requestState };
}

function readQuestion(key: string, request: unknown): ServiceQuestion | undefined {
  const params = isRecord(request) && request['method'] === 'elicitation/create' ? request['params'] : undefined;
  if (!isRecord(params)) return undefined;
  const { message, requestedSchema: schema } = params;
  if (typeof message !== 'string' || !isRecord(schema) || schema['type'] !== 'object') return undefined;
  return fitsDialog(message) ? { key, message: inertText(message), schema } : undefined;
}

/** Puts the questions to the user; the first time this ends the run, see `ToolContext`. */
export async function askUser(
  call: unknown,
  { questions }: ServiceQuestions,
  { inputs }: ToolContext,
): Promise<Readonly<Record<string, ServiceAnswer>>> {
  const asked = questions.map((question) => ({ question, key: keyOf(call, question) }));
  const answers = await inputs(Object.fromEntries(asked.map(({ key, question }) => [key, requestOf(question)])));
  return Object.fromEntries(asked.map(({ key, question }) => [question.key, readAnswer(answers[key], question)]));
}

function requestOf({ message, schema }: ServiceQuestion): ClientRequest {
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: schema } };
}

/** An answer belongs to one question of one call, whatever the client sends back. */
function keyOf(call: unknown, question: ServiceQuestion): string {
  return `service-${createHash('sha256')
    .update(JSON.stringify([call, question]))
    .digest('hex')}`;
}

/** What does not fit the question is no answer. */
function readAnswer(answer: unknown, { schema }: ServiceQuestion): ServiceAnswer {
  const { action, content } = isRecord(answer) ? answer : {};
  if (action === 'accept' && isRecord(content) && problemsOf(schema, content).length === 0) return { action, content };
  return { action: action === 'decline' ? action : 'cancel' };
}
