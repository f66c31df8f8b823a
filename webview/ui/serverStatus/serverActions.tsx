import type { JSX } from 'preact';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import type { ServerAction } from '../../model/servers/servers.ts';
import { t } from '../../platform/l10n.ts';
import type { IconName } from '../components/icons.ts';
import { IconButton } from '../components/iconButton.tsx';

interface ServerActionItem {
  readonly action: ServerAction;
  readonly icon: IconName;
  readonly label: string;
}

/** What can be done in this state, the most likely first. */
export function actionsFor(server: ServerView, isTrusted: boolean): ServerActionItem[] {
  const start: ServerActionItem = { action: 'start', icon: 'debug-start', label: t('Start Server') };
  const stop: ServerActionItem = { action: 'stop', icon: 'debug-stop', label: t('Stop Server') };
  const restart: ServerActionItem = { action: 'restart', icon: 'debug-restart', label: t('Restart Server') };
  const isOurs = server.isOwn === true && server.transport === 'stdio';
  const debug: ServerActionItem[] = isOurs
    ? [{ action: 'debug', icon: 'debug-alt-small', label: t('Debug Server') }]
    : [];
  switch (server.state) {
    case 'connected':
      return [...debug, restart, stop];
    case 'connecting':
      return [stop];
    case 'waiting':
      return [{ ...restart, label: t('Retry Now') }, stop];
    case 'pending':
      // In a workspace that is not trusted the host asks for that first.
      return [
        isTrusted
          ? { action: 'approve', icon: 'check', label: t('Approve and Start') }
          : { action: 'approve', icon: 'shield', label: t('Manage Workspace Trust') },
      ];
    case 'error':
      return [{ ...restart, label: t('Retry') }, ...debug];
    case 'disconnected':
      return [start, ...debug];
    default:
      return server.state satisfies never;
  }
}

/** The embedded server runs as long as the extension: there is nothing to start or stop. */
export function ServerActions({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element | null {
  if (server.transport === 'memory' && server.state === 'connected') return null;
  const isBusy = inspector.servers.busy.value.has(server.id);
  return (
    <div class="actions">
      {actionsFor(server, inspector.servers.snapshot.value.trusted).map(({ action, icon, label }) => (
        <IconButton
          icon={icon}
          label={label}
          key={action}
          testId={`server-${action}`}
          disabled={isBusy}
          onClick={() => void inspector.servers.act(action, server.id)}
        />
      ))}
    </div>
  );
}
