import { type CardWords, cardWordsIn } from './cardWords.ts';
import { cweName } from './cweNames.ts';
import type { PatternExample, PatternMitigation } from '../../../contract/knowledge.ts';
import type { ShownPattern } from './pattern.ts';

/** A pattern for reading: what resources serve and what the inspector shows. */
export function patternMarkdown(pattern: ShownPattern, words: CardWords = cardWordsIn('en')): string {
  const { id, title, threat, check, fix, tells, invariants, mitigations, examples, notFor, related } = pattern;
  return [
    `# ${id}: ${title}`,
    facts(pattern, words),
    `**${words.threat}${words.stop}** ${threat}`,
    `**${words.check}${words.stop}** ${check}`,
    `**${words.fix}${words.stop}** ${fix}`,
    section(words.signs, list(tells)),
    section(words.proofs, list(invariants)),
    section(words.mitigations, mitigations.map((one) => mitigationLine(one, words)).join('\n')),
    section(words.code, examples.map((one) => exampleBlock(one, words)).join('\n\n')),
    section(words.notFor, list(notFor)),
    section(words.references, list(referencesOf(pattern))),
    section(words.related, list(related)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function facts(pattern: ShownPattern, words: CardWords): string {
  const { severity, likelihood, category, stride, languages, frameworks } = pattern;
  const rows = [
    `${words.severity} ${words.level(severity)}`,
    `${words.likelihood} ${words.level(likelihood)}`,
    words.name(category),
    stride.map((kind) => words.name(kind)).join(', '),
  ];
  const scope = [...languages, ...frameworks].filter((name) => name !== 'any');
  return [...rows, scope.length > 0 ? `${words.appliesTo} ${scope.join(', ')}` : '']
    .filter((row) => row !== '')
    .join(' · ');
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `## ${heading}\n\n${body}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function mitigationLine({ text, effort, effectiveness, tradeoff }: PatternMitigation, words: CardWords): string {
  return `- ${text} ${words.grades(effort, effectiveness)}${tradeoff === '' ? '' : `${words.colon} ${tradeoff}`}`;
}

function exampleBlock({ language, framework, bad, good }: PatternExample, words: CardWords): string {
  const name = framework === undefined ? language : `${language}, ${framework}`;
  const [before, after] = [`${words.before}${words.colon}`, `${words.after}${words.colon}`];
  return `### ${name}\n\n${before}\n\n${fenced(language, bad)}\n\n${after}\n\n${fenced(language, good)}`;
}

/** A fence that is longer than any in the code cannot be closed by it. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}

function referencesOf({ cwe, owasp, asvs, references }: ShownPattern): readonly string[] {
  return [
    ...cwe.map((id) => `[${id}](${cweUrl(id)}) ${cweName(id) ?? ''}`.trimEnd()),
    ...(owasp.length > 0 ? [`OWASP ${owasp.join(', ')}`] : []),
    ...(asvs.length > 0 ? [`ASVS ${asvs.join(', ')}`] : []),
    ...references.map(({ id, url }) => `[${id}](${url})`),
  ];
}

export function cweUrl(id: string): string {
  return `https://cwe.mitre.org/data/definitions/${id.slice('CWE-'.length)}.html`;
}
