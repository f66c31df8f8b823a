import { l10n } from '../../../../base/l10n.ts';
import { secretName } from '../../cures/entryValues.ts';
import type { EntryPath } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask, askFor } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const quote = '["\'`“”‘’]';
const demand = new RegExp(
  `\\b(?:must|should|has to|have to|expected to|does(?: not|n't)|need(?:s)? to) (?:start|begin)s? with:? ((?:(?:,? ?(?:or|and)? ?)${quote}[^"'\`“”‘’\\n]{1,20}${quote}){1,5}|[a-z]{2,12}[-_](?=[ .,;]|$))`,
  'im',
);

interface Given {
  readonly path: EntryPath;
  readonly name: string;
  readonly value: string;
  readonly prefix?: string;
}

/** A message of any program that says how a value has to begin, and the value of the entry that does not. */
export const valueBeginning = rule('variable/beginning', (evidence) => {
  const output = outputOf(evidence);
  const match = demand.exec(output);
  if (!stdioOf(evidence) || !match || evidence.end === undefined) return undefined;
  const wanted = [
    ...(match[1] ?? '').matchAll(new RegExp(`${quote}([^"'\`“”‘’\\n]{1,20})${quote}|^([a-z]{2,12}[-_])$`, 'g')),
  ]
    .map(([, quoted, bare]) => quoted ?? bare ?? '')
    .filter((each) => each !== '');
  const line = lineAt(output, match.index);
  const found = givenFor(line, wanted, evidence);
  if (!found || wanted.length === 0) return undefined;
  const like = wanted.map((each) => `"${each}"`).join(', ');
  return {
    cause: l10n.t('The value of {0} does not begin with {1}, as the server requires.', found.name, like),
    remedies: [
      found.path[0] === 'env' && secretName.test(found.name)
        ? askFor(found.name)
        : ask(
            l10n.t('Enter another value for {0}', found.name),
            found.path,
            found.prefix === undefined ? { now: found.value } : { prefix: found.prefix },
          ),
      advise(l10n.t('It may be another kind of key, or one of another service.')),
    ],
    proof: line,
    ...inEntry(...found.path),
  };
});

/** Named in the line by its variable, its option or a word of them, else the only secret of the entry. */
function givenFor(line: string, wanted: readonly string[], evidence: Evidence): Given | undefined {
  const wrong = given(evidence).filter(({ value }) => value !== '' && !wanted.some((each) => value.startsWith(each)));
  const words = line.toLowerCase();
  const spelled = (name: string): string => name.replace(/^-+/, '').replaceAll(/[-_]/g, ' ').toLowerCase();
  return (
    wrong.find(({ name }) => line.includes(name)) ??
    wrong.find(({ name }) => words.includes(spelled(name))) ??
    wrong.find(({ name }) => secretName.test(name) && /key|token|secret|credential/i.test(line)) ??
    (/\burl|uri|address|connection string\b/i.test(line)
      ? wrong.find(({ name }) => /URL|URI|ADDRESS|DSN/i.test(name))
      : undefined)
  );
}

function given(evidence: Evidence): readonly Given[] {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  return [
    ...Object.entries(env).map(([name, value]) => ({ path: ['env', name], name, value: value ?? '' })),
    ...args.flatMap((arg, at): readonly Given[] => {
      const [, option, joined] = /^(--?[\w-]+)=(.*)$/.exec(arg) ?? [];
      if (option !== undefined)
        return [{ path: ['args', at], name: option, value: joined ?? '', prefix: `${option}=` }];
      const before = args[at - 1] ?? '';
      return /^--\w[\w-]+$/.test(before) && !arg.startsWith('-')
        ? [{ path: ['args', at], name: before, value: arg }]
        : [];
    }),
  ];
}
