import { cweName } from './cweNames.ts';
import type { PatternExample, PatternMitigation } from '../../../contract/knowledge.ts';
import type { Pattern } from './pattern.ts';

/** A pattern for reading: what resources serve and what the inspector shows. */
export function patternMarkdown(pattern: Pattern): string {
  const { id, title, threat, check, fix, tells, invariants, mitigations, examples, notFor, related } = pattern;
  return [
    `# ${id}: ${title}`,
    facts(pattern),
    `**Threat.** ${threat}`,
    `**Check.** ${check}`,
    `**Fix.** ${fix}`,
    section('Signs in code', list(tells)),
    section('What a test can prove', list(invariants)),
    section('Mitigations', mitigations.map(mitigationLine).join('\n')),
    section('Code', examples.map(exampleBlock).join('\n\n')),
    section('Not for', list(notFor)),
    section('Weaknesses and references', list(referencesOf(pattern))),
    section('Related', list(related)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function facts({ severity, likelihood, category, stride, languages, frameworks }: Pattern): string {
  const rows = [`severity ${severity}`, `likelihood ${likelihood}`, category, stride.join(', ')];
  const scope = [...languages, ...frameworks].filter((name) => name !== 'any');
  return [...rows, scope.length > 0 ? `for ${scope.join(', ')}` : ''].filter((row) => row !== '').join(' · ');
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `## ${heading}\n\n${body}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function mitigationLine({ text, effort, effectiveness, tradeoff }: PatternMitigation): string {
  return `- ${text} (effort ${effort}, effectiveness ${effectiveness})${tradeoff === '' ? '' : `: ${tradeoff}`}`;
}

function exampleBlock({ language, framework, bad, good }: PatternExample): string {
  const name = framework === undefined ? language : `${language}, ${framework}`;
  return `### ${name}\n\nBefore:\n\n${fenced(language, bad)}\n\nAfter:\n\n${fenced(language, good)}`;
}

/** A fence that is longer than any in the code cannot be closed by it. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}

function referencesOf({ cwe, owasp, asvs, references }: Pattern): readonly string[] {
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
