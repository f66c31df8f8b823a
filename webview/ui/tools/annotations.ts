import type { HeldView } from '../../../src/contract/definitions.ts';
import type { ToolView } from '../../../src/contract/inspector.ts';
import { t } from '../../platform/l10n.ts';
import type { IconName } from '../components/icons.ts';
import type { Tone } from '../components/presentation.ts';
import type { Mark } from '../browse/itemList.tsx';

type Annotations = Readonly<Record<string, unknown>> | undefined;

/** The tool's own annotations: hints from the server, not promises, as the tooltip says. */
function annotationMarks(annotations: Annotations): Mark[] {
  const marks: Mark[] = [];
  if (annotations?.['readOnlyHint'] === true) marks.push({ label: t('Read only'), icon: 'eye' });
  if (annotations?.['destructiveHint'] === true) marks.push({ label: t('Destructive'), icon: 'warning', tone: 'warn' });
  return marks;
}

function heldLabel({ reason }: HeldView): string {
  return reason === 'new' ? t('New, not accepted yet') : t('Changed since approval');
}

/** For the list: our own findings come before the server's annotations. */
export function toolMarks(tool: ToolView): Mark[] {
  const marks = annotationMarks(tool.annotations);
  if (tool.app !== undefined) marks.push({ label: t('Has an app'), icon: 'browser' });
  if (tool.held) marks.unshift({ label: heldLabel(tool.held), icon: 'shield', tone: 'bad' });
  else if (tool.findings?.length > 0) marks.unshift({ label: t('Suspicious text'), icon: 'shield', tone: 'bad' });
  return marks;
}

interface AnnotationChip {
  readonly label: string;
  readonly tone?: Tone;
  readonly icon?: IconName;
}

/** Only what may do damage is loud. */
export function annotationChips(annotations: Annotations): AnnotationChip[] {
  const chips: AnnotationChip[] = [];
  if (annotations?.['readOnlyHint'] === true) chips.push({ label: t('Read only') });
  if (annotations?.['destructiveHint'] === true) chips.push({ label: t('Destructive'), tone: 'warn', icon: 'warning' });
  if (annotations?.['idempotentHint'] === true) chips.push({ label: t('Idempotent') });
  if (annotations?.['openWorldHint'] === true) chips.push({ label: t('Open world') });
  return chips;
}
