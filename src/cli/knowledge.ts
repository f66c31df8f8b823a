import path from 'node:path';
import { readText } from '../core/files/readText.ts';
import { Lifetime } from '../base/lifetime.ts';
import { defaultMaxTokens, maxMaxTokens, minMaxTokens } from '../core/knowledge/base/answer.ts';
import { cardWordsFor } from '../core/knowledge/pattern/cardWords.ts';
import { categories, frameworks, languages } from '../core/knowledge/pattern/pattern.ts';
import type { KnowledgeBase } from '../core/knowledge/base/knowledgeBase.ts';
import { checkList } from '../core/knowledge/tools/listArguments.ts';
import { patternMarkdown } from '../core/knowledge/pattern/markdown.ts';
import { checkQuery, verbosities } from '../core/knowledge/tools/queryArguments.ts';
import { idsNear } from '../core/knowledge/tools/runGet.ts';
import { listPatterns } from '../core/knowledge/tools/runList.ts';
import { answerQuery } from '../core/knowledge/tools/runQuery.ts';
import { type ValidationReport, validatePattern } from '../core/knowledge/tools/runValidate.ts';
import { knowledgeOf } from '../core/knowledge/base/knowledgeStore.ts';
import { VerbFailed } from './support/failure.ts';
import type { FlagValues } from './support/flagTable.ts';
import { printJson, printLines, printText } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
import { cliServerHost } from './serving/cliServerHost.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'knowledge',
  about: `Searches the built-in threat patterns, ~/.tmkb/*.yaml and .tmkb/*.yaml of the current folder. "-" reads the text from stdin.`,
  subcommands: {
    query: { operands: 'TEXT|-', flags: ['language', 'framework', 'verbosity', 'max-tokens'] },
    get: { operands: 'ID', flags: [] },
    list: { operands: '', flags: ['category', 'language', 'cwe'] },
    validate: { operands: 'FILE...', flags: [] },
  },
  flags: {
    language: { type: 'choice', value: 'L', values: languages, meaning: 'programming language' },
    framework: { type: 'choice', value: 'F', values: frameworks, meaning: 'framework' },
    verbosity: { type: 'choice', value: 'V', values: verbosities, default: 'agent', meaning: 'level of detail' },
    'max-tokens': {
      type: 'integer',
      value: 'N',
      range: { min: minMaxTokens, max: maxMaxTokens },
      otherwise: String(defaultMaxTokens),
      meaning: 'maximum size of the result in tokens',
    },
    category: { type: 'choice', value: 'C', values: categories, meaning: 'category of patterns' },
    cwe: { type: 'text', value: 'N', meaning: 'only patterns of this CWE' },
    json: { type: 'switch', meaning: 'print JSON; for query and list, the result of the tools' },
  },
  examples: [
    "switchboard knowledge query 'login with a password reset' --language python",
    'switchboard knowledge get TMKB-AUTHZ-001',
    'switchboard knowledge list --category injection --json',
  ],
  exit: { failed: 'nothing was found or a file is not valid' },
} as const satisfies VerbTable;

type Flags = FlagValues<(typeof table)['flags']>;
type FoundPattern = ReturnType<typeof answerQuery>['patterns'][number];
type FileReport = ValidationReport & { readonly file: string };
type Ask = (rest: readonly string[], flags: Flags, io: CliIo) => Promise<number>;

export const knowledge = defineVerb(table, ({ flags, operands: [name, ...rest] }, io) =>
  asks[name as keyof typeof asks](rest, flags, io),
);

const asks: Readonly<Record<keyof (typeof table)['subcommands'], Ask>> = { query, get, list, validate };

async function query(words: readonly string[], flags: Flags, io: CliIo): Promise<number> {
  const context = words.length === 1 && words[0] === '-' ? await readInput(io) : words.join(' ');
  const { language, framework, verbosity, 'max-tokens': tokens } = flags;
  const checked = checkQuery({
    context,
    ...(language !== undefined && { language }),
    ...(framework !== undefined && { framework }),
    verbosity,
    ...(tokens !== undefined && { max_tokens: tokens }),
  });
  if (!checked.ok) throw new UsageError(checked.problem.text);
  const answer = answerQuery(await openBase(io), checked.query);
  const found = answer.pattern_count > 0 ? 0 : 1;
  if (flags.json) printJson(io.stdout, answer);
  else if (found === 1) printLines(io.stdout, answer.note ?? '');
  else printLines(io.stdout, ...answer.patterns.flatMap((entry) => entryLines(entry, context)).slice(1));
  return found;
}

/** With the fixed words in the language of the question. */
function entryLines(entry: FoundPattern, question: string): readonly string[] {
  const { id, title, severity, threat, check, fix, score } = entry;
  const words = cardWordsFor(question);
  const line = (word: string, text: string): string => `  ${`${word}${words.colon}`.padEnd(7)} ${text}`;
  const texts = [line(words.threat, threat), line(words.check, check), line(words.fix, fix)];
  return ['', `${id} ${title} (${words.level(severity)}, ${score})`, ...texts];
}

async function get([id = '', ...more]: readonly string[], flags: Flags, io: CliIo): Promise<number> {
  if (id === '' || more.length > 0) throw new UsageError('Specify one id, such as TMKB-AUTHZ-001.');
  const base = await openBase(io);
  const wanted = id.trim().toUpperCase();
  const found = base.get(wanted);
  if (!found) {
    const near = idsNear(wanted, base.cards);
    const hint = near.length > 0 ? `Near it: ${near.join(', ')}.` : 'Run switchboard knowledge list for all ids.';
    throw new VerbFailed(1, { code: 'knowledge/unknown', message: `Unknown pattern "${wanted}". ${hint}` });
  }
  if (flags.json) printJson(io.stdout, { ...found.pattern, source: found.source });
  else printText(io.stdout, patternMarkdown(found.pattern));
  return 0;
}

const everything = 500;

async function list(rest: readonly string[], flags: Flags, io: CliIo): Promise<number> {
  if (rest.length > 0) throw new UsageError(`list takes only flags, not "${rest[0]}".`);
  const { category, language, cwe } = flags;
  const checked = checkList({
    limit: everything,
    ...(category !== undefined && { category }),
    ...(language !== undefined && { language }),
    ...(cwe !== undefined && { cwe }),
  });
  if (!checked.ok) throw new UsageError(checked.problem.text);
  const answer = listPatterns((await openBase(io)).cards, checked.list);
  const found = answer.pattern_count > 0 ? 0 : 1;
  const rows = answer.patterns.map(({ id, severity, title }) => `${id}  ${severity.padEnd(8)}  ${title}`);
  if (flags.json) printJson(io.stdout, answer);
  else printLines(io.stdout, ...(rows.length > 0 ? rows : ['No pattern.']));
  return found;
}

async function validate(files: readonly string[], flags: Flags, io: CliIo): Promise<number> {
  if (files.length === 0) throw new UsageError('Specify at least one file.');
  const texts = await Promise.all(files.map((file) => readPattern(file, io)));
  const reports = await Promise.all(files.map(async (file, at) => ({ file, ...(await validatePattern(texts[at]!)) })));
  if (flags.json) printJson(io.stdout, reports);
  else printLines(io.stdout, ...reports.flatMap(reportLines));
  return reports.every(({ valid }) => valid) ? 0 : 1;
}

async function readPattern(file: string, io: CliIo): Promise<string> {
  const whole = path.resolve(io.cwd, file);
  const text = await readText(whole);
  if (text === undefined) throw new UsageError(`File not found: ${whole}.`);
  return text;
}

/** As compilers write it, so that editors and terminals make the places clickable. */
function reportLines({ file, valid, errors, warnings }: FileReport): readonly string[] {
  const line = (word: string) => (finding: ValidationReport['errors'][number]) =>
    `${file}:${finding.line}:${finding.column}: ${word}: ${finding.message}`;
  const findings = [...errors.map(line('error')), ...warnings.map(line('warning'))];
  return [...findings, `${file}: ${valid ? 'valid' : 'not valid'}`];
}

async function openBase(io: CliIo): Promise<KnowledgeBase> {
  const lifetime = new Lifetime();
  try {
    const store = knowledgeOf({ ...cliServerHost(io), lifetime });
    const base = await store.current();
    for (const { file, line, message, severity } of store.problems)
      if (severity === 'error') printLines(io.stderr, `${file}:${line}: ignored: ${message}`);
    return base;
  } finally {
    lifetime.dispose();
  }
}

async function readInput({ stdin }: CliIo): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) text += String(chunk);
  return text;
}
