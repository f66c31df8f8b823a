import { defaultMaxTokens, maxMaxTokens, minMaxTokens } from '../core/knowledge/base/answer.ts';
import { cardWordsFor } from '../core/knowledge/pattern/cardWords.ts';
import { categories, frameworks, languages } from '../core/knowledge/pattern/pattern.ts';
import { checkQuery, verbosities } from '../core/knowledge/tools/queryArguments.ts';
import { answerQuery } from '../core/knowledge/tools/answerQuery.ts';
import type { FlagValues } from './support/flagTable.ts';
import { openBase } from './knowledge/openBase.ts';
import { printJson, printLines } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
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
type Ask = (rest: readonly string[], flags: Flags, io: CliIo) => Promise<number>;

export const knowledge = defineVerb(table, ({ flags, operands: [name, ...rest] }, io) =>
  asks[name as keyof typeof asks](rest, flags, io),
);

const asks: Readonly<Record<keyof (typeof table)['subcommands'], Ask>> = {
  query,
  get: async (...asked) => (await import('./knowledge/browse.ts')).get(...asked),
  list: async (...asked) => (await import('./knowledge/browse.ts')).list(...asked),
  validate: async (...asked) => (await import('./knowledge/validate.ts')).validate(...asked),
};

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

async function readInput({ stdin }: CliIo): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) text += String(chunk);
  return text;
}
