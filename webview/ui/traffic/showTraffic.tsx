import type { JSX } from 'preact';
import type { HostLink } from '../../model/servers.ts';
import { onlyQuery } from '../../model/traffic/onlyQuery.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Button } from '../kit.ts';

interface ShowTrafficProps {
  readonly link: HostLink;
  readonly server: string;
  readonly tool: string;
}

/** From a tool to everything that was said about it. */
export function ShowTraffic({ link, server, tool }: ShowTrafficProps): JSX.Element {
  const query = onlyQuery({ server, name: tool });
  return (
    <div>
      <Button data-testid="show-traffic" onClick={() => void link.request('traffic/show', { query }).catch(() => {})}>
        <Icon name="pulse" slot="start" />
        {t('Show Traffic')}
      </Button>
    </div>
  );
}
