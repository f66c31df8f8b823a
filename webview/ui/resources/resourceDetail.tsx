import type { JSX } from 'preact';
import type { ServerView } from '../../../src/contract/inspector.ts';
import { keyOf, type ResourceItem } from '../../model/browse/browse.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { valueIn } from '../../platform/loaded.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { Notice } from '../components/layout/notice.tsx';
import { formatBytes } from '../../platform/units.ts';
import { ResourceContents } from './resourceContents.tsx';
import { Description } from '../results/description.tsx';
import { SourceButton } from '../source/sourceButton.tsx';
import { Head } from '../components/layout/head.tsx';

interface ResourceDetailProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly item: ResourceItem;
}

export function ResourceDetail({ inspector, server, item }: ResourceDetailProps): JSX.Element {
  return (
    <article class="item" data-testid="resource-detail" data-uri={item.id}>
      <ResourceHead inspector={inspector} server={server} item={item} />
      <ReadLine inspector={inspector} server={server} uri={item.id} />
      <ResourceContents inspector={inspector} server={server.id} uri={item.id} />
    </article>
  );
}

export function ResourceHead({ inspector, server, item }: ResourceDetailProps): JSX.Element {
  const facts = [item.mimeType, item.size === undefined ? undefined : formatBytes(item.size)].filter(Boolean);
  return (
    <>
      <Head
        title={item.name}
        facts={
          <>
            {item.name !== item.id && <code class="muted break">{item.id}</code>}
            {facts.length > 0 && <span class="muted">{facts.join(' · ')}</span>}
          </>
        }
        actions={<SourceButton inspector={inspector} server={server} kind="resource" name={item.id} />}
      />
      {item.description !== undefined && <Description text={item.description} />}
    </>
  );
}

interface ReadLineProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly uri: string;
  readonly disabled?: boolean;
}

/** Reading a resource, and subscribing to its changes. */
export function ReadLine({ inspector, server, uri, disabled = false }: ReadLineProps): JSX.Element {
  const { browse } = inspector;
  const isPending = browse.reads.of(keyOf(server.id, uri)).value.kind === 'pending';
  const isReady = server.state === 'connected' && !disabled;
  const isUpdated = browse.updated.value.has(keyOf(server.id, uri));
  return (
    <>
      {isUpdated && (
        <Notice kind="info" testId="resource-updated">
          {t('The resource has changed since it was last read.')}
        </Notice>
      )}
      <div class="run-line">
        {isPending ? (
          <Button data-testid="cancel-read" onClick={() => browse.reads.cancel(keyOf(server.id, uri))}>
            {t('Cancel')}
          </Button>
        ) : (
          <Button
            appearance="primary"
            data-testid="read"
            disabled={!isReady}
            title={t('Read (Ctrl+Enter)')}
            onClick={() => browse.read(server.id, uri)}
          >
            <Icon name="refresh" slot="start" />
            {t('Read')}
          </Button>
        )}
        <FollowButton inspector={inspector} server={server} uri={uri} disabled={!isReady} />
        {server.state !== 'connected' && <span class="muted">{t('The server is not connected.')}</span>}
      </div>
    </>
  );
}

function FollowButton({ inspector, server, uri, disabled }: ReadLineProps): JSX.Element | null {
  const facts = valueIn(inspector.browse.facts.of(server.id).value);
  const { resources } = facts?.capabilities ?? {};
  const offered = (resources as { subscribe?: unknown } | undefined)?.subscribe === true;
  if (!facts || !offered) return null;
  const isFollowed = facts.subscribed.includes(uri);
  return (
    <Button
      data-testid="follow"
      disabled={disabled}
      aria-pressed={isFollowed}
      onClick={() => void inspector.browse.follow(server.id, uri, !isFollowed)}
    >
      <Icon name="bell" slot="start" />
      {isFollowed ? t('Subscribed') : t('Subscribe')}
    </Button>
  );
}
