import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SidePanel } from '../../model/inspector/sidePanel.ts';
import { t } from '../../platform/l10n.ts';
import { ProgressRing } from '../components/kit.ts';
import { IconButton } from '../components/iconButton.tsx';

const wideEnough = '(min-width: 1400px)';

/** In a wide editor the traffic is shown on the right: the messages of a call appear as it runs. */
export function TrafficSidePanel({
  sidePanel,
  children,
}: {
  sidePanel: SidePanel;
  children: ComponentChildren;
}): JSX.Element {
  const isWide = useMedia(wideEnough);
  const isShown = isWide && sidePanel.enabled.value;
  useEffect(() => {
    if (isShown) void sidePanel.open();
  }, [isShown]);
  return (
    <div class="side-panel-layout">
      <div class="side-panel-main grow">{children}</div>
      {isShown && <TrafficPane sidePanel={sidePanel} />}
      {isWide && !isShown && (
        <Toggle label={t('Show Traffic')} isOpen={false} onClick={() => (sidePanel.enabled.value = true)} />
      )}
    </div>
  );
}

function TrafficPane({ sidePanel }: { sidePanel: SidePanel }): JSX.Element {
  const Content = sidePanel.traffic.value?.Content;
  return (
    <aside class="side-panel" aria-label={t('MCP traffic')} data-testid="traffic-side-panel">
      <Toggle label={t('Hide Traffic')} isOpen onClick={() => (sidePanel.enabled.value = false)} />
      {Content ? <Content /> : <ProgressRing class="centre" aria-label={t('Loading')} />}
    </aside>
  );
}

function Toggle({ label, isOpen, onClick }: { label: string; isOpen: boolean; onClick: () => void }): JSX.Element {
  return (
    <IconButton
      icon={isOpen ? 'close' : 'arrow-swap'}
      label={label}
      class="side-panel-toggle"
      expanded={isOpen}
      testId="toggle-traffic"
      onClick={onClick}
    />
  );
}

function useMedia(query: string): boolean {
  const media = window.matchMedia(query);
  const matches = useSignal(media.matches);
  useEffect(() => {
    const tell = (): void => void (matches.value = media.matches);
    media.addEventListener('change', tell);
    return () => media.removeEventListener('change', tell);
  }, [query]);
  return matches.value;
}
