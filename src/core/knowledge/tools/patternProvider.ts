import type { ServerHost } from '../../mcpServer/host.ts';
import type { ResourceProvider } from '../../mcpServer/resource.ts';
import type { PatternSummary } from '../base/patternSummary.ts';
import { patternMarkdown } from '../pattern/markdown.ts';
import { patternIdOf, patternUri, patternUriPrefix } from '../pattern/patternLinks.ts';
import { knowledgeOf } from '../base/knowledgeStore.ts';

const template = `${patternUriPrefix}{id}`;
const maxProposals = 100;

export function patternProvider(host: ServerHost): ResourceProvider {
  const store = knowledgeOf(host);
  return {
    onDidChange: store.onDidChange,
    templates: [{ uriTemplate: template, name: 'tmkb-pattern', title: 'Threat pattern', mimeType: 'text/markdown' }],
    list: async () => (await store.current()).cards.map(entryOf),
    read: async (uri) => {
      const id = patternIdOf(uri);
      const found = id === undefined ? undefined : (await store.current()).get(id);
      return found && [{ uri, mimeType: 'text/markdown', text: patternMarkdown(found.pattern) }];
    },
    complete: async (uriTemplate, variable, value) =>
      uriTemplate === template && variable === 'id' ? proposeIds((await store.current()).cards, value) : [],
  };
}

function entryOf({ id, title, severity, category }: PatternSummary) {
  return {
    uri: patternUri(id),
    name: id,
    title: `${id}: ${title}`,
    description: `${category}, severity ${severity}`,
    mimeType: 'text/markdown',
  };
}

/** Ids that begin with what is typed, then those that hold it, then those whose title does. */
export function proposeIds(cards: readonly PatternSummary[], typed: string): readonly string[] {
  const wanted = typed.trim().toUpperCase();
  const grade = ({ id, title }: PatternSummary): number =>
    id.startsWith(wanted) ? 0 : id.includes(wanted) ? 1 : title.toUpperCase().includes(wanted) ? 2 : 3;
  return cards
    .map((card) => ({ id: card.id, grade: grade(card) }))
    .filter(({ grade: found }) => found < 3)
    .toSorted((a, b) => a.grade - b.grade || (a.id < b.id ? -1 : 1))
    .slice(0, maxProposals)
    .map(({ id }) => id);
}
