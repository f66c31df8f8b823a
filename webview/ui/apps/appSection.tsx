import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button, Checkbox } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';

interface AppSectionProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly tool: ToolView;
}

/**
 * The app that a tool provides to show its results (MCP Apps): it opens in a panel of its own, isolated from
 * everything else.
 */
export function AppSection({ inspector, server, tool }: AppSectionProps): JSX.Element {
  const { apps, drafts } = inspector;
  const network = useSignal(false);
  const isReady = server.state === 'connected';
  useEffect(() => {
    if (isReady) void apps.load(server.id, tool.name);
  }, [isReady, server.id, tool.name]);
  const { result, attempted, issues } = drafts.of(server.id, tool.name, tool.inputSchema);
  const domains = apps.domains.value;
  const run = (): void => {
    attempted.value = true;
    if (!result.value.ok || issues.value.length > 0) return;
    void apps.open(server.id, tool.name, result.value.args, network.value);
  };
  return (
    <section class="app" aria-label={t('App')} data-testid="app-section">
      <div class="run-line">
        <Button
          data-testid="open-app"
          disabled={!isReady || !result.value.ok || apps.opening.value}
          title={t("Runs the tool and shows the result in the tool's app")}
          onClick={run}
        >
          <Icon name="browser" slot="start" />
          {t('Run in App')}
        </Button>
        <code class="muted break">{tool.app}</code>
      </div>
      {domains.length > 0 && (
        <Checkbox checked={network.value} onChange={(on) => (network.value = on)}>
          {t('Allow network access to: {0}', domains.join(', '))}
        </Checkbox>
      )}
      {apps.failure.value && <FaultNotice fault={apps.failure.value} lead={t('Could not open the app.')} />}
    </section>
  );
}
