import type { JSX } from 'preact';
import type { HostLink } from '../../platform/hostLink.ts';
import { filterQuery } from '../../model/traffic/filterQuery.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';

interface ShowTrafficProps {
  readonly link: HostLink;
  readonly server: string;
  readonly tool: string;
}

/** Opens the traffic of a tool. */
export function ShowTraffic({ link, server, tool }: ShowTrafficProps): JSX.Element {
  const query = filterQuery({ server, name: tool });
  return (
    <div>
      <Button data-testid="show-traffic" onClick={() => void link.request('traffic/show', { query }).catch(() => {})}>
        <Icon name="pulse" slot="start" />
        {t('Show Traffic')}
      </Button>
    </div>
  );
}
