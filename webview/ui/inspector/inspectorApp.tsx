import type { JSX } from 'preact';
import type { Inspector } from '../../model/inspector.ts';
import { t } from '../../text.ts';
import { ProgressRing } from '../kit.ts';
import { Problems } from './problems.tsx';
import { ServerHeader } from './serverHeader.tsx';
import { ToolDetail } from './toolDetail.tsx';
import { ToolList } from './toolList.tsx';

interface InspectorAppProps {
  readonly inspector: Inspector;
}

/** One app for the side bar and the editor: its own width decides what stands beside what. */
export function InspectorApp({ inspector }: InspectorAppProps): JSX.Element {
  const { servers } = inspector;
  if (!servers.loaded.value) return <ProgressRing class="centre" aria-label={t('Loading')} />;
  const server = servers.current.value;
  return (
    <main class="inspector" data-testid="inspector" data-page={servers.tool.value === undefined ? 'list' : 'tool'}>
      <h1 class="sr-only">{t('MCP Inspector')}</h1>
      <Problems problems={servers.snapshot.value.problems} />
      {server ? (
        <ServerHeader inspector={inspector} server={server} />
      ) : (
        <p class="empty muted">{t('No server is configured.')}</p>
      )}
      {server && (
        <div class="panes">
          <ToolList inspector={inspector} />
          <ToolDetail inspector={inspector} server={server} />
        </div>
      )}
    </main>
  );
}
