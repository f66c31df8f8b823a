import type { JSX } from 'preact';
import { t } from '../../platform/l10n.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { rovingKeys } from './rovingKeys.ts';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly title?: string;
  /** Something is wrong, or going on, in there. */
  readonly mark?: boolean;
  /** How many new things are in there. */
  readonly count?: number;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly current: string;
  /** The id of the element that shows the chosen one. */
  readonly controls?: string;
  readonly region?: string;
  readonly class?: string;
  readonly onChange: (id: string) => void;
}

/** One tab stop; the arrow keys go from tab to tab. */
export function Tabs({ label, tabs, current, controls, region, onChange, ...props }: TabsProps): JSX.Element {
  const onKeyDown = rovingKeys(
    tabs.map(({ id }) => id),
    current,
    onChange,
  );
  return (
    <div
      class={`tabs ${props.class ?? ''}`}
      role="tablist"
      aria-label={label}
      data-region={region}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={controls === undefined ? undefined : `tab-${tab.id}`}
          type="button"
          class="tab"
          role="tab"
          title={tab.title ?? (tab.icon && tab.label)}
          data-id={tab.id}
          data-testid={`tab-${tab.id}`}
          aria-selected={tab.id === current}
          aria-controls={controls}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          <TabContent tab={tab} />
        </button>
      ))}
    </div>
  );
}

function TabContent({ tab: { icon, label, mark = false, count = 0 } }: { tab: TabItem }): JSX.Element {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span class="tab-name">{label}</span>
      {mark && <span class="tab-mark">•</span>}
      {count > 0 && (
        <span class="tab-count" data-testid="unseen">
          {count > 99 ? '99+' : count}
          <span class="sr-only">{t('new')}</span>
        </span>
      )}
    </>
  );
}
