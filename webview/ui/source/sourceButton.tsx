import type { JSX } from 'preact';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';

interface SourceButtonProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly name: string;
}

/** To the line that registers it, for servers of this workspace. */
export function SourceButton({ inspector, server, kind, name }: SourceButtonProps): JSX.Element | null {
  if (!server.isOwn) return null;
  const show = (): void =>
    void inspector.servers.link.request('source/show', { server: server.id, kind, name }).catch(() => {});
  return <IconButton icon="go-to-file" label={t('Go to Source')} testId="go-to-source" onClick={show} />;
}
