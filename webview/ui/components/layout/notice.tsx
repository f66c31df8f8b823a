import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { FaultShape } from '../../../../src/base/fault.ts';
import { clip } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { Icon } from '../icon.tsx';
import { Clamped } from './clamped.tsx';

export type NoticeKind = 'error' | 'warning' | 'info';

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly children: ComponentChildren;
  /** Buttons below the text. */
  readonly actions?: ComponentChildren;
  /** Shown on request. */
  readonly details?: ComponentChildren;
  readonly testId?: string;
}

/** A box in the page, never a dialog: everything else stays usable. */
export function Notice({ kind, children, actions, details, testId }: NoticeProps): JSX.Element {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'} data-testid={testId}>
      <Icon name={kind} />
      <div class="notice-body">
        {children}
        {(actions !== undefined || details !== undefined) && <NoticeFoot actions={actions} details={details} />}
      </div>
    </div>
  );
}

function NoticeFoot({ actions, details }: Pick<NoticeProps, 'actions' | 'details'>): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <div class="notice-foot">
        {actions}
        {details !== undefined && (
          <button
            type="button"
            class="link"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            {isOpen.value ? t('Hide Details') : t('Show Details')}
          </button>
        )}
      </div>
      {isOpen.value && details}
    </>
  );
}

/** What is known beside the sentence: for a report, or for those who look closer. */
function FaultDetails({ fault: { code, data = {} } }: { fault: FaultShape }): JSX.Element {
  const facts = Object.entries(data).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text === undefined || text === '' ? [] : [[name, text] as const];
  });
  return (
    <pre class="pre-wrap" data-testid="fault-details">
      {[code, ...facts.map(([name, text]) => `${name}: ${clip(text, maxDetailLength)}`)].join('\n')}
    </pre>
  );
}

const maxDetailLength = 4_000;

interface FaultNoticeProps {
  readonly fault: FaultShape;
  readonly lead?: string;
  /** A line of another program, as it is. */
  readonly quote?: string | undefined;
  readonly actions?: ComponentChildren;
  readonly testId?: string;
}

/** What failed, why, and what helps; the code is for a report, and a click away. */
export function FaultNotice({ fault, lead, quote, actions, testId }: FaultNoticeProps): JSX.Element {
  return (
    <Notice
      kind="error"
      actions={actions}
      details={<FaultDetails fault={fault} />}
      {...(testId !== undefined && { testId })}
    >
      {lead !== undefined && <strong class="notice-lead">{lead}</strong>}
      <div class="pre-wrap">{fault.message}</div>
      {fault.hint !== undefined && (
        <Clamped>
          <span class="muted">{fault.hint}</span>
        </Clamped>
      )}
      {quote !== undefined && <code class="pre-wrap">{quote}</code>}
    </Notice>
  );
}
