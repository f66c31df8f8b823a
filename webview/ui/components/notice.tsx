import type { ComponentChildren, JSX } from 'preact';
import type { FaultShape } from '../../../src/base/fault.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

export type NoticeKind = 'error' | 'warning' | 'info';

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly children: ComponentChildren;
  readonly testId?: string;
}

/** A box in the page, never a dialog: everything else stays usable. */
export function Notice({ kind, children, testId }: NoticeProps): JSX.Element {
  const icon: IconName = kind;
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'} data-testid={testId}>
      <Icon name={icon} />
      <div class="notice-body">{children}</div>
    </div>
  );
}

export function FaultNotice({
  fault,
  lead,
  testId,
}: {
  fault: FaultShape;
  lead?: string;
  testId?: string;
}): JSX.Element {
  return (
    <Notice kind="error" {...(testId !== undefined && { testId })}>
      {lead !== undefined && <strong class="notice-lead">{lead}</strong>}
      <div class="pre-wrap">{fault.message}</div>
      {fault.hint !== undefined && <div class="muted">{fault.hint}</div>}
      <code class="notice-code">{fault.code}</code>
    </Notice>
  );
}
