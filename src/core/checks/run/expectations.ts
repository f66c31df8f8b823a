import { l10n } from '../../../base/l10n.ts';
import { clip, isRecord } from '../../../base/json.ts';
import { fitsPattern } from '../../../base/pattern/fitsPattern.ts';
import { estimateTokens } from '../../../base/tokens.ts';
import { problemsOf } from '../../mcpServer/toolProblems.ts';
import { scanTool } from '../../trust/scan/scan.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { Expectations, Step } from '../model/checkFile.ts';
import type { Mismatch } from '../model/checkResult.ts';
import { holds, jsonOf, partAt, textOf } from './resultParts.ts';
import type { Outcome } from './target.ts';

interface Judged {
  readonly step: Step;
  readonly outcome: Outcome;
  readonly tool: ToolDefinition | undefined;
  /** The duration that a snapshot has. */
  readonly usualMs: number | undefined;
}

type Words = Pick<Mismatch, 'message' | 'expected' | 'actual'>;
type Judge<K extends keyof Expectations> = (wanted: NonNullable<Expectations[K]>, judged: Judged) => Words | undefined;

const shown = 2_000;
const show = (value: unknown): string =>
  clip(typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? ''), shown);

/** What was not as expected. The snapshot is compared elsewhere. */
export function mismatchesOf(judged: Judged): readonly Mismatch[] {
  const { step, outcome } = judged;
  const { line } = step.span;
  const unasked = unexpectedFailure(step.expect, outcome);
  if (unasked) return [{ expectation: 'status', line, ...unasked }];
  return (Object.keys(step.expect) as (keyof Expectations)[]).flatMap((expectation) => {
    const judge = judges[expectation] as Judge<typeof expectation> | undefined;
    const wanted = step.expect[expectation];
    const found = wanted === undefined ? undefined : judge?.(wanted as never, judged);
    return found ? [{ expectation, line, ...found }] : [];
  });
}

/** A step fails as a whole where nothing said that it may. */
function unexpectedFailure(expect: Expectations, { result, errorMessage, isCancelled }: Outcome): Words | undefined {
  if (errorMessage !== undefined && expect.error === undefined)
    return {
      message: l10n.t('The request failed: {0}', errorMessage),
      expected: l10n.t('a result'),
      actual: errorMessage,
    };
  if (isCancelled && expect.cancelled !== true) return { message: l10n.t('The request was cancelled.') };
  const isFailure = isRecord(result) && result['isError'] === true;
  if (isFailure && expect.isError === undefined)
    return {
      message: l10n.t('The tool reported a failure.'),
      expected: l10n.t('no failure'),
      actual: show(textOf(result)),
    };
  return undefined;
}

const judges: { readonly [K in keyof Expectations]?: Judge<K> } = {
  isError: (wanted, { outcome }) => {
    const actual = isRecord(outcome.result) && outcome.result['isError'] === true;
    if (actual === wanted) return undefined;
    const message = wanted ? l10n.t('The tool did not report a failure.') : l10n.t('The tool reported a failure.');
    return { message, expected: `isError: ${wanted}`, actual: show(textOf(outcome.result)) };
  },
  error: (wanted, { outcome }) => {
    if (outcome.errorCode === wanted) return undefined;
    const actual = outcome.errorCode ?? outcome.errorMessage ?? l10n.t('a result');
    return { message: l10n.t('The error {0} did not come.', wanted), expected: String(wanted), actual: show(actual) };
  },
  cancelled: (wanted, { outcome }) =>
    (outcome.isCancelled ?? false) === wanted
      ? undefined
      : {
          message: wanted ? l10n.t('The request ended before it was cancelled.') : l10n.t('The request was cancelled.'),
        },
  contains: (wanted, { outcome }) => {
    const text = textOf(outcome.result);
    const missing = (typeof wanted === 'string' ? [wanted] : wanted).find((part) => !text.includes(part));
    if (missing === undefined) return undefined;
    return { message: l10n.t('The text does not contain what was expected.'), expected: missing, actual: show(text) };
  },
  matches: (wanted, { outcome }) => {
    const text = textOf(outcome.result);
    const fits = fitsPattern(wanted, text);
    if (fits) return undefined;
    const message =
      fits === undefined ? l10n.t('The pattern cannot be used here.') : l10n.t('The text does not match.');
    return { message, expected: wanted, actual: show(text) };
  },
  json: (wanted, { outcome }) => {
    const actual = jsonOf(outcome.result);
    if (holds(actual, wanted)) return undefined;
    const message =
      actual === undefined ? l10n.t('The result holds no JSON.') : l10n.t('The JSON does not hold what was expected.');
    return { message, expected: show(wanted), actual: show(actual ?? textOf(outcome.result)) };
  },
  at: (wanted, { outcome }) => {
    for (const [pointer, schema] of Object.entries(wanted)) {
      const part = partAt(outcome.result, pointer);
      const [problem] = part === undefined ? [{ message: l10n.t('is missing') }] : problemsOf(schema, part);
      if (problem) return { message: `${pointer} ${problem.message}.`, expected: show(schema), actual: show(part) };
    }
    return undefined;
  },
  schema: (wanted, { outcome }) => schemaMismatch(l10n.t('The result'), wanted, outcome.result),
  outputSchema: (wanted, { outcome, tool }) => {
    if (!wanted) return undefined;
    if (!isRecord(tool?.outputSchema)) return { message: l10n.t('The tool has no output schema.') };
    const structured = isRecord(outcome.result) ? outcome.result['structuredContent'] : undefined;
    return schemaMismatch(l10n.t('The structured content'), tool.outputSchema, structured);
  },
  maxMs: (wanted, { outcome }) => slower(wanted, outcome.ms),
  maxTimes: (wanted, { outcome, usualMs }) =>
    usualMs === undefined ? undefined : slower(Math.max(1, usualMs) * wanted, outcome.ms),
  progress: (wanted, { outcome }) => {
    if (outcome.progress > 0 === wanted) return undefined;
    return {
      message: wanted ? l10n.t('No progress was seen.') : l10n.t('Progress was seen {0} times.', outcome.progress),
    };
  },
  maxTokens: (wanted, { outcome }) => {
    const tokens = estimateTokens(outcome.result);
    if (tokens <= wanted) return undefined;
    return {
      message: l10n.t('The result has about {0} tokens.', tokens),
      expected: l10n.t('at most {0}', wanted),
      actual: String(tokens),
    };
  },
  clean: (wanted, { outcome }) => {
    const tool: ToolDefinition = { name: 'result', description: textOf(outcome.result), inputSchema: {} };
    const [found] = wanted ? scanTool(tool) : [];
    return found && { message: found.message, actual: show(found.excerpt) };
  },
};

function slower(limitMs: number, ms: number): Words | undefined {
  if (ms <= limitMs) return undefined;
  return {
    message: l10n.t('It took {0} ms.', ms.toFixed(0)),
    expected: l10n.t('at most {0} ms', limitMs.toFixed(0)),
    actual: l10n.t('{0} ms', ms.toFixed(0)),
  };
}

function schemaMismatch(what: string, schema: Readonly<Record<string, unknown>>, value: unknown): Words | undefined {
  const [problem] = problemsOf(schema, value);
  if (!problem) return undefined;
  const where = problem.path === '' ? what : `${what}${problem.path}`;
  return { message: `${where} ${problem.message}.`, expected: show(schema), actual: show(value) };
}
