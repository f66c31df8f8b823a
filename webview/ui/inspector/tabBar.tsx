import type { JSX } from 'preact';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { type Tab, tabs } from '../../model/inspector/navigation.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import type { Label } from '../components/presentation.ts';

function tabLabel(tab: Tab): Label {
  switch (tab) {
    case 'tools':
      return { icon: 'tools', label: t('Tools') };
    case 'resources':
      return { icon: 'file', label: t('Resources') };
    case 'prompts':
      return { icon: 'comment', label: t('Prompts') };
    case 'tasks':
      return { icon: 'checklist', label: t('Tasks') };
    case 'events':
      return { icon: 'pulse', label: t('Notifications') };
    case 'server':
      return { icon: 'server', label: t('Server') };
    case 'calls':
      return { icon: 'history', label: t('History') };
    case 'raw':
      return { icon: 'send', label: t('Raw') };
    default:
      return tab satisfies never;
  }
}

/** One tab stop; arrows go from tab to tab. Where there is no room only the open one shows its name. */
export function TabBar({ inspector, server }: { inspector: Inspector; server: string }): JSX.Element {
  const current = inspector.navigation.tab.value;
  const unseen = inspector.browse.events.unseen.value.get(server) ?? 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = movedTo(event.key, tabs.indexOf(current));
    if (to === undefined) return;
    event.preventDefault();
    inspector.navigation.tab.value = to;
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab="${to}"]`)?.focus();
  };
  return (
    <div class="inspector-tabs" role="tablist" aria-label={t('Server tabs')} data-region="tabs" onKeyDown={onKeyDown}>
      {tabs.map((tab, at) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          class="inspector-tab"
          data-tab={tab}
          data-testid={`tab-${tab}`}
          aria-selected={tab === current}
          aria-controls="tab-panel"
          tabIndex={tab === current ? 0 : -1}
          title={t('{0} (Alt+{1})', tabLabel(tab).label, at + 1)}
          onClick={() => (inspector.navigation.tab.value = tab)}
        >
          <Icon name={tabLabel(tab).icon} />
          <span class="inspector-tab-name">{tabLabel(tab).label}</span>
          {tab === 'events' && unseen > 0 && (
            <span class="inspector-tab-count" data-testid="unseen">
              {unseen > 99 ? '99+' : unseen}
              <span class="sr-only">{t('new')}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function movedTo(key: string, at: number): Tab | undefined {
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return by === 0 ? undefined : tabs[(at + by + tabs.length) % tabs.length];
}
