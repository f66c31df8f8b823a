import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Beside } from '../../model/beside.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Button, ProgressRing } from '../kit.ts';

const enough = '(min-width: 1400px)';

/** In an editor that is wide enough the traffic stands on the right: what a call sends is seen as it is made. */
export function TrafficBeside({ beside, children }: { beside: Beside; children: ComponentChildren }): JSX.Element {
  const isWide = useMedia(enough);
  const isShown = isWide && beside.wanted.value;
  useEffect(() => {
    if (isShown) void beside.open();
  }, [isShown]);
  return (
    <div class="beside">
      <div class="beside-main">{children}</div>
      {isShown && <TrafficPane beside={beside} />}
      {isWide && !isShown && (
        <Toggle label={t('Show Traffic')} isOpen={false} onClick={() => (beside.wanted.value = true)} />
      )}
    </div>
  );
}

function TrafficPane({ beside }: { beside: Beside }): JSX.Element {
  const Content = beside.traffic.value?.Content;
  return (
    <aside class="beside-traffic" aria-label={t('MCP traffic')} data-testid="traffic-beside">
      <Toggle label={t('Hide Traffic')} isOpen onClick={() => (beside.wanted.value = false)} />
      {Content ? <Content /> : <ProgressRing class="centre" aria-label={t('Loading')} />}
    </aside>
  );
}

function Toggle({ label, isOpen, onClick }: { label: string; isOpen: boolean; onClick: () => void }): JSX.Element {
  return (
    <Button
      look="icon"
      class="beside-toggle"
      title={label}
      aria-label={label}
      aria-expanded={isOpen}
      data-testid="toggle-traffic"
      onClick={onClick}
    >
      <Icon name={isOpen ? 'close' : 'arrow-swap'} />
    </Button>
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
