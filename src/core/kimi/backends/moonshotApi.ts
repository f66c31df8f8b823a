import { messageOf } from '../../../base/fault.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import {
  type Backend,
  type BackendResult,
  type BackendRun,
  failure,
  type FailureKind,
  type Usage,
} from '../model/backend.ts';
import { httpFailureText } from './failures.ts';
import { textLineReader } from '../../process/lineReader.ts';

export interface ApiOptions {
  readonly key: string;
  readonly baseUrl: string;
}

/** The OpenAI-compatible API, for tasks that need no more than the text in the prompt. */
export function moonshotApi(options: ApiOptions): Backend {
  return { id: 'moonshot-api', label: 'moonshot-api', run: (run) => runApi(options, run) };
}

async function runApi(options: ApiOptions, run: BackendRun): Promise<BackendResult> {
  try {
    const model = await chooseModel(options, run);
    if (typeof model !== 'string') return model;
    run.onProgress(`Asking ${model}`);
    return await complete(options, run, model);
  } catch (error) {
    return failure('connection', describe(error));
  }
}

/** Model names change, so the API is asked; without a configured model the newest Kimi is used. */
async function chooseModel(options: ApiOptions, run: BackendRun): Promise<string | BackendResult> {
  const listed = await listModels(options, run.signal);
  if (!Array.isArray(listed)) return listed;
  const ids = listed.map((model) => model.id);
  if (run.model !== undefined) {
    if (ids.includes(run.model)) return run.model;
    return failure('other', `Model "${run.model}" is not offered. Offered: ${ids.join(', ')}`);
  }
  const newest = listed.toSorted((a, b) => b.created - a.created);
  const chosen = newest.find((model) => /kimi|^k\d/i.test(model.id)) ?? newest[0];
  return chosen?.id ?? failure('other', 'The API offers no model');
}

interface ApiModel {
  readonly id: string;
  readonly created: number;
}

/** The models that the key may use. */
export async function listModels(options: ApiOptions, signal: AbortSignal): Promise<ApiModel[] | BackendResult> {
  const response = await fetch(`${options.baseUrl}/models`, {
    headers: headersFor(options),
    redirect: 'error',
    signal,
  });
  const body = await response.text();
  if (!response.ok) return httpFailure(response.status, body);
  const parsed = parseJson(body);
  const data = parsed.ok && isRecord(parsed.value) && Array.isArray(parsed.value['data']) ? parsed.value['data'] : [];
  return data.flatMap((model: unknown) =>
    isRecord(model) && typeof model['id'] === 'string'
      ? [{ id: model['id'], created: Number(model['created'] ?? 0) }]
      : [],
  );
}

async function complete(options: ApiOptions, run: BackendRun, model: string): Promise<BackendResult> {
  const messages = [{ role: 'user', content: run.prompt }];
  // No temperature: the newer models accept only their own.
  const body = JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } });
  const init = { method: 'POST', headers: headersFor(options), body, redirect: 'error', signal: run.signal } as const;
  const response = await fetch(`${options.baseUrl}/chat/completions`, init);
  if (!response.ok) return httpFailure(response.status, await response.text());
  const reply = await readReply(response, run);
  if (reply.finish === 'content_filter') return failure('filtered', 'Provider safety policy blocked the response.');
  if (reply.error !== undefined) return failure('provider', reply.error);
  if (reply.finish === undefined) return failure('connection', 'The stream ended before the answer was complete');
  if (reply.text.trim() === '') return failure('no-answer', 'The model gave no answer');
  return { ok: true, text: reply.text.trim(), model, ...(reply.usage && { usage: reply.usage }) };
}

interface Reply {
  text: string;
  finish: string | undefined;
  error: string | undefined;
  usage: Usage | undefined;
}

async function readReply(response: Response, run: BackendRun): Promise<Reply> {
  const reply: Reply = { text: '', finish: undefined, error: undefined, usage: undefined };
  const lines = textLineReader((line) => line.startsWith('data:') && takeEvent(line.slice(5).trim(), reply));
  let reported = 0;
  for await (const chunk of response.body ?? []) {
    lines.push(Buffer.from(chunk as Uint8Array));
    if (reply.text.length - reported < 2000) continue;
    reported = reply.text.length;
    run.onProgress(`${reported} characters so far`);
  }
  lines.flush();
  return reply;
}

function takeEvent(data: string, reply: Reply): void {
  const parsed = parseJson(data);
  if (!parsed.ok || !isRecord(parsed.value)) return; // "[DONE]"
  const { choices, usage, error } = parsed.value;
  if (isRecord(error)) reply.error = String(error['message']);
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (isRecord(choice)) takeChoice(choice, reply);
  const used = usage ?? (isRecord(choice) ? choice['usage'] : undefined); // Moonshot puts it into the choice
  if (isRecord(used)) reply.usage = readUsage(used);
}

function takeChoice(choice: Record<string, unknown>, reply: Reply): void {
  if (isRecord(choice['delta']) && typeof choice['delta']['content'] === 'string')
    reply.text += choice['delta']['content'];
  if (typeof choice['finish_reason'] === 'string') reply.finish = choice['finish_reason'];
}

function readUsage(used: Record<string, unknown>): Usage {
  const details = isRecord(used['prompt_tokens_details']) ? used['prompt_tokens_details'] : {};
  const cached = details['cached_tokens'] ?? used['cached_tokens'];
  return {
    inputTokens: Number(used['prompt_tokens'] ?? 0),
    outputTokens: Number(used['completion_tokens'] ?? 0),
    ...(typeof cached === 'number' && { cachedInputTokens: cached }),
  };
}

function headersFor({ key }: ApiOptions): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function httpFailure(status: number, body: string): BackendResult {
  const kinds: Readonly<Record<number, FailureKind>> = { 401: 'auth', 403: 'auth', 429: 'rate-limit' };
  return failure(kinds[status] ?? 'provider', httpFailureText(status, body));
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return [messageOf(error), cause === undefined ? '' : messageOf(cause)].filter(Boolean).join(': ');
}

/** A key goes over https, or to this machine. */
export function isSafeBaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname))
  );
}
