import { unknownPattern as patternFault } from '../../../base/faults/productFaults.ts';
import type { PatternCard, PatternSearch, PatternView } from '../../../contract/knowledge.ts';
import type { KnowledgeBase } from '../base/knowledgeBase.ts';
import type { PatternSummary } from '../base/patternSummary.ts';
import { cardWordsIn } from '../pattern/cardWords.ts';
import { cweName } from '../pattern/cweNames.ts';
import { cweUrl, patternMarkdown } from '../pattern/markdown.ts';
import { type ShownPattern, categories, threeLines } from '../pattern/pattern.ts';
import { maxContextLength } from './queryArguments.ts';
import { unknownPattern } from './getArguments.ts';

const mostRanked = 20;

/** The search of the knowledge view: part of a word matches names, a whole question is ranked. */
export function searchPatterns(base: KnowledgeBase, typed: string, category?: string): PatternSearch {
  const query = typed.trim().slice(0, maxContextLength);
  const inCategory = (card: { readonly category: string }): boolean =>
    category === undefined || card.category === category;
  const known = [...new Set([...categories, ...base.cards.map((card) => card.category)])];
  const answer = (kind: PatternSearch['kind'], cards: readonly PatternCard[]): PatternSearch => ({
    kind,
    cards: cards.filter(inCategory),
    categories: known.filter((name) => base.cards.some((card) => card.category === name)),
  });
  if (query === '') return answer('all', base.cards.map(toCard));
  const named = namedCards(base.cards, query);
  if (/^[A-Z0-9]+-[A-Z0-9-]*$/i.test(query) && named.length > 0) return answer('named', named.map(toCard));
  const ranked = base.ask({ context: query }, mostRanked);
  if (ranked.length === 0) return answer('named', named.map(toCard));
  return answer(
    'ranked',
    ranked.map(({ pattern, source, score }) => Object.assign(pick(pattern), { source, score })),
  );
}

/** Every word that was typed is somewhere in the id, the title or a weakness. */
function namedCards(cards: readonly PatternSummary[], query: string): readonly PatternSummary[] {
  const words = query.toLowerCase().split(/\s+/);
  return cards.filter((card) => {
    const names = [card.id, card.title, card.subcategory, ...card.cwe, ...card.cwe.map((id) => cweName(id) ?? '')];
    const text = names.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** `locale` is the user's display language, which the document to copy has its fixed words in. */
export function viewPattern(base: KnowledgeBase, wanted: string, locale: string): PatternView {
  const id = wanted.trim().toUpperCase();
  const found = base.get(id);
  if (!found) throw patternFault(unknownPattern(id, base.cards));
  const { pattern, source } = found;
  const { likelihood, threat, check, fix, tells, invariants, mitigations, examples, notFor } = pattern;
  const scope = [...pattern.languages, ...pattern.frameworks].filter((name) => name !== 'any');
  return {
    ...pick(pattern),
    source,
    likelihood,
    threat,
    check,
    fix,
    scope,
    tells,
    invariants,
    mitigations,
    examples,
    notFor,
    related: pattern.related.flatMap((other) => base.cards.filter((card) => card.id === other).map(toCard)),
    links: linksOf(pattern),
    markdown: patternMarkdown(pattern, cardWordsIn(locale)),
    brief: threeLines(pattern),
  };
}

function toCard({ id, title, category, severity, cwe, source }: PatternSummary): PatternCard {
  return { id, title, category, severity, cwe, source };
}

function pick({ id, title, category, severity, cwe }: ShownPattern): Omit<PatternCard, 'source'> {
  return { id, title, category, severity, cwe };
}

/** Only web addresses become links: a user's own pattern may hold anything. */
function linksOf({ cwe, owasp, asvs, references }: ShownPattern): PatternView['links'] {
  return [
    ...cwe.map((id) => ({ label: `${id} ${cweName(id) ?? ''}`.trimEnd(), url: cweUrl(id) })),
    ...owasp.map((name) => ({ label: `OWASP ${name}` })),
    ...asvs.map((name) => ({ label: `ASVS ${name}` })),
    ...references.map(({ id, url }) => ({ label: id, ...(/^https?:\/\//i.test(url) && { url }) })),
  ];
}
