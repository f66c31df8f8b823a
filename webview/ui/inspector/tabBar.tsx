import type { JSX } from 'preact';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { type Tab, tabs } from '../../model/inspector/navigation.ts';
import { t } from '../../platform/l10n.ts';
import type { Label } from '../components/presentation.ts';
import { type TabItem, Tabs } from '../components/tabs.tsx';

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

/** Where there is no room only the open one shows its name. */
export function TabBar({ inspector, server }: { inspector: Inspector; server: string }): JSX.Element {
  const unseen = inspector.browse.events.unseen.value.get(server) ?? 0;
  return (
    <Tabs
      class="inspector-tabs"
      label={t('Server tabs')}
      region="tabs"
      controls="tab-panel"
      current={inspector.navigation.tab.value}
      tabs={tabs.map((id, at) => toTab(id, at, id === 'events' ? unseen : 0))}
      onChange={(id) => (inspector.navigation.tab.value = id as Tab)}
    />
  );
}

function toTab(id: Tab, at: number, count: number): TabItem {
  const { icon, label } = tabLabel(id);
  return { id, icon, label, title: t('{0} (Alt+{1})', label, at + 1), count };
}
