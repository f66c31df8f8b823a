import { l10n } from '../../../base/l10n.ts';
import { driftOf } from '../../checks/baseline/drift.ts';
import type { DefinitionList, Surface } from '../../checks/baseline/surface.ts';

const titles: Readonly<Record<DefinitionList, () => string>> = {
  tools: () => l10n.t('Tools'),
  resources: () => l10n.t('Resources'),
  templates: () => l10n.t('Resource templates'),
  prompts: () => l10n.t('Prompts'),
};

/** One line: how many definitions of which kind are new, gone or different. */
export function summaryOf(before: Surface, after: Surface): string {
  const subjects = new Set(driftOf(before, after).map(({ subject }) => subject));
  const lists = (Object.keys(titles) as DefinitionList[]).flatMap((list) => listSummary(list, subjects, before, after));
  const parts = [...(subjects.has('server') ? [l10n.t('Server information changed')] : []), ...lists];
  return parts.length === 0 ? l10n.t('Restarted, no changes') : parts.join(' · ');
}

function listSummary(
  list: DefinitionList,
  subjects: ReadonlySet<string>,
  before: Surface,
  after: Surface,
): readonly string[] {
  const names = [...subjects].flatMap((subject) =>
    subject.startsWith(`${list}/`) ? [subject.slice(list.length + 1)] : [],
  );
  const added = names.filter((name) => !Object.hasOwn(before[list], name)).length;
  const removed = names.filter((name) => !Object.hasOwn(after[list], name)).length;
  const changed = names.length - added - removed;
  const counts = [
    ...(changed > 0 ? [l10n.t('{0} changed', changed)] : []),
    ...(added > 0 ? [l10n.t('{0} added', added)] : []),
    ...(removed > 0 ? [l10n.t('{0} removed', removed)] : []),
  ];
  return counts.length === 0 ? [] : [`${titles[list]()}: ${counts.join(', ')}`];
}
