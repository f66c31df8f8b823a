import { stripVTControlCharacters } from 'node:util';
import { clipWords, isRecord, parseJson } from '../../../base/json.ts';
import type { ChildEnd } from '../process/childProcess.ts';
import { type BackendFailure, failure, type FailureKind } from '../model/backend.ts';

/** An import that an old Node does not know is a mistake in the first line of the program. */
export const nodeTooOld = /SyntaxError[\s\S]*does not provide an export/;

/** Every failure of `kimi -p` exits with 1; only the text differs. The first match wins. */
const words: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /No model configured|has no credential configured|LLM (?:is )?not set|not logged in|Please (?:run )?.{0,10}\/login/i,
    'unusable',
  ],
  [/provider\.auth_error|\b40[13]\b[^\n]*(?:auth|unauthorized|forbidden|key)|Invalid Authentication/i, 'auth'],
  [/provider\.rate_limit|\b429\b/i, 'rate-limit'],
  [/provider\.connection_error|ECONNREFUSED|ENOTFOUND|connection error/i, 'connection'],
  [/Provider safety policy blocked/i, 'filtered'],
  [/loop\.max_steps_exceeded|Max number of steps reached/i, 'max-steps'],
  [/provider\.api_error|\b5\d\d\b/i, 'provider'],
];

export function classify(output: string): FailureKind {
  return words.find(([pattern]) => pattern.test(output))?.[1] ?? 'other';
}

/** The last output of a CLI, without noise. */
export function cliFailure(end: ChildEnd, stdout = ''): BackendFailure {
  if (nodeTooOld.test(end.stderr)) return failure('unusable', 'it needs Node 22.19 or later, and an older one ran it');
  const text = [end.stderr, stdout].map(normalizeLines).filter(Boolean).join('\n');
  const silent = `it ended without a word (${end.signal ?? `exit code ${end.code}`})`;
  return failure(classify(text), text === '' ? silent : text);
}

function normalizeLines(text: string): string {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s*$|^To resume this session|^kimi version|^See log:/i.test(line))
    .join('\n')
    .replace(/^error: failed to run prompt: /m, '')
    .trim();
}

/** One sentence that says what to do next. */
export function hintFor(kind: FailureKind): string | undefined {
  const hints: Readonly<Partial<Record<FailureKind, string>>> = {
    unusable:
      'Run `kimi` in a terminal and use /login, or set KIMI_MODEL_NAME, KIMI_MODEL_BASE_URL and KIMI_MODEL_API_KEY.',
    auth: 'The key or login was refused: run `kimi` in a terminal and use /login, or correct the key.',
    'rate-limit': 'The provider limits requests: wait a little, or use another plan or key.',
    connection: 'The provider could not be reached: check the network and proxy.',
    'max-steps': 'The task took too many steps: make it smaller, or raise KIMI_LOOP_MAX_STEPS_PER_TURN.',
  };
  return hints[kind];
}

/** What the API says of a request that it refused. */
export function httpFailureText(status: number, body: string): string {
  const parsed = parseJson(body);
  const error = parsed.ok && isRecord(parsed.value) ? parsed.value['error'] : undefined;
  return `${status} ${isRecord(error) ? String(error['message']) : clipWords(body, 500)}`.trim();
}
