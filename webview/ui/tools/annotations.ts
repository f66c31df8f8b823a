import type { ToolView } from '../../../src/protocol/inspector.ts';
import { t } from '../../platform/l10n.ts';
import type { Label } from '../components/presentation.ts';

type Annotations = Readonly<Record<string, unknown>> | undefined;

/** What a tool says of itself. It is a hint from the server, not a promise, and the tooltip says so. */
export function annotationMarks(annotations: Annotations): Label[] {
  const marks: Label[] = [];
  if (annotations?.['readOnlyHint'] === true) marks.push({ label: t('Read only'), icon: 'eye' });
  if (annotations?.['destructiveHint'] === true) marks.push({ label: t('Destructive'), icon: 'warning' });
  return marks;
}

/** In the list: what we found comes before what the server says of itself. */
export function toolMarks(tool: ToolView): Label[] {
  const marks = annotationMarks(tool.annotations);
  if (tool.app !== undefined) marks.push({ label: t('Has an app'), icon: 'browser' });
  if (tool.changed !== undefined) marks.unshift({ label: t('Changed since approval'), icon: 'shield' });
  else if (tool.findings?.length > 0) marks.unshift({ label: t('Suspicious text'), icon: 'shield' });
  return marks;
}

export function annotationLabels(annotations: Annotations): string[] {
  const words = annotationMarks(annotations).map((mark) => mark.label);
  if (annotations?.['idempotentHint'] === true) words.push(t('Idempotent'));
  if (annotations?.['openWorldHint'] === true) words.push(t('Open world'));
  return words;
}
