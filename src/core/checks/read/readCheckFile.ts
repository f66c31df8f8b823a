import { l10n } from '../../../base/l10n.ts';
import type { JsonObject } from '../../../base/json.ts';
import { unescapePointer } from '../../../base/schema/document/pointer.ts';
import { type ObjectNode, memberOf, parseJsonTree, placeAt, toObject } from '../../config/text/jsonTree.ts';
import { ProblemList } from '../../config/model/problems.ts';
import { parseInputs } from '../../config/parse/parseInputs.ts';
import { LineIndex, type Span } from '../../config/text/lineMap.ts';
import type { ArgumentProblem } from '../../mcpServer/tool.ts';
import { problemsOf } from '../../mcpServer/toolProblems.ts';
import { looksSecret } from '../../trust/redaction/hideSecrets.ts';
import type { Check, CheckFile, CheckProblem } from '../model/checkFile.ts';
import { checkFileSchema } from './checkSchema.ts';
import { type SpanOf, readSteps } from './readSteps.ts';
import { inputsIn, unknownVariable } from './variables.ts';

interface ReadCheckFile {
  /** Absent where nothing of it can be used. */
  readonly checkFile?: CheckFile;
  readonly problems: readonly CheckProblem[];
}

const maxProblems = 100;

/** Reads a check file. A check with a mistake is left out, and the others are there. */
export function readCheckFile(file: string, text: string): ReadCheckFile {
  const lines = new LineIndex(text);
  const { root, errors } = parseJsonTree(text);
  const problem = (message: string, span: Span): CheckProblem => ({
    file,
    message,
    severity: 'error',
    isForm: true,
    span,
  });
  if (errors.length > 0)
    return { problems: errors.map(({ message, offset, length }) => problem(message, lines.span(offset, length))) };
  if (root?.kind !== 'object')
    return { problems: [problem(l10n.t('A check file is a JSON object.'), lines.span(0, 1))] };
  const spanOf: SpanOf = (path) => {
    const { offset, length } = placeAt(root, path);
    return lines.span(offset, length);
  };
  return readRoot(file, root, lines, spanOf, problem);
}

type MakeProblem = (message: string, span: Span) => CheckProblem;

function readRoot(
  file: string,
  root: ObjectNode,
  lines: LineIndex,
  spanOf: SpanOf,
  problem: MakeProblem,
): ReadCheckFile {
  const value = toObject(root);
  const violations = problemsOf(checkFileSchema, value);
  const problems = violations.slice(0, maxProblems).map((one) => problem(sentence(one), spanOf(placeOf(one))));
  const broken = new Set(violations.map(({ path }) => brokenCheck(path)));
  if (broken.has('file')) return { problems };
  const inputProblems = new ProblemList(file, lines);
  const checks = (value['checks'] as readonly JsonObject[]).flatMap((body, at) =>
    broken.has(at) ? [] : readCheck(body, at, spanOf),
  );
  const checkFile: CheckFile = {
    file,
    server: value['server'] as string | JsonObject,
    serverSpan: spanOf(['server']),
    variables: (value['variables'] ?? {}) as CheckFile['variables'],
    environments: (value['environments'] ?? {}) as CheckFile['environments'],
    inputs: parseInputs(memberOf(root, 'inputs')?.value, file, inputProblems),
    checks,
  };
  const meaning: MakeProblem = (message, span) => ({ ...problem(message, span), isForm: false });
  const ofInputs = inputProblems.list.map(({ message, span }) => meaning(message, span));
  const wrong = [...ofInputs, ...meaningProblems(checkFile, spanOf, meaning)].slice(0, maxProblems);
  const places = new Set(wrong.map(({ span }) => span.offset));
  const meant = checks.filter(({ span }) => !places.has(span.offset));
  return { checkFile: { ...checkFile, checks: meant }, problems: [...problems, ...wrong] };
}

/** Which check a violation spoils: its number, or the whole file. */
function brokenCheck(at: string): number | 'file' {
  const [, number] = /^\/checks\/(\d+)(?:\/|$)/.exec(at) ?? [];
  return number === undefined ? 'file' : Number(number);
}

function readCheck(body: JsonObject, at: number, spanOf: SpanOf): Check {
  const { id, title, skip } = body as { id?: string; title?: string; skip?: string };
  return {
    id: String(id),
    ...(title !== undefined && { title }),
    ...(skip !== undefined && { skip }),
    steps: readSteps(body, ['checks', at], spanOf),
    span: spanOf(['checks', at, 'id']),
  };
}

/** What a schema cannot say. */
function* meaningProblems(checkFile: CheckFile, spanOf: SpanOf, problem: MakeProblem): Generator<CheckProblem> {
  const { checks, variables, environments } = checkFile;
  const declared = [variables, ...Object.values(environments)].flatMap(Object.keys);
  const seen = new Set<string>();
  for (const check of checks) {
    if (seen.has(check.id)) yield problem(l10n.t('Another check has the id "{0}".', check.id), check.span);
    seen.add(check.id);
    if (check.steps.length === 0)
      yield problem(l10n.t('The check has no step: add "call", "read", "prompt", "complete" or "list".'), check.span);
    const unknown = unknownVariable(check, declared);
    if (unknown !== undefined)
      yield problem(l10n.t('No variable and no earlier step has the name "{0}".', unknown), check.span);
  }
  yield* valueProblems(checkFile, variables, ['variables'], spanOf, problem);
  for (const [name, values] of Object.entries(environments))
    yield* valueProblems(checkFile, values, ['environments', name], spanOf, problem);
}

function* valueProblems(
  { inputs }: CheckFile,
  values: CheckFile['variables'],
  at: readonly string[],
  spanOf: SpanOf,
  problem: MakeProblem,
): Generator<CheckProblem> {
  for (const [name, value] of Object.entries(values)) {
    const unknown = inputsIn(value).find((id) => !inputs.some((input) => input.id === id));
    if (unknown !== undefined)
      yield problem(l10n.t('Input "{0}" is not declared under "inputs" of its file.', unknown), spanOf([...at, name]));
    if (!looksSecret(name, value)) continue;
    const instead = `\${env:${name.toUpperCase()}}`;
    const message = l10n.t('"{0}" looks like a secret. Take it from the environment: {1}', name, instead);
    yield problem(message, spanOf([...at, name]));
  }
}

/** VS Code says the same by the schema, in its own words. */
function sentence({ path, keyword, params, message }: ArgumentProblem): string {
  const where = path === '' ? 'The file' : path.slice(1).replaceAll('/', '.');
  if (keyword === 'required') return `${where} lacks "${String(params['missingProperty'])}".`;
  if (keyword === 'additionalProperties') return `${where}: unknown key "${String(params['additionalProperty'])}".`;
  if (keyword === 'enum') return `${where} must be one of ${JSON.stringify(params['allowedValues'])}.`;
  return `${where} ${message}.`;
}

function placeOf({ path, params }: ArgumentProblem): readonly (string | number)[] {
  const steps = path.split('/').slice(1).map(unescapePointer);
  const place = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const extra = params['additionalProperty'];
  return typeof extra === 'string' ? [...place, extra] : place;
}
