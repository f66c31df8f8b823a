import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { t } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import { JsonTree } from '../jsonTree.tsx';
import { Button } from '../kit.ts';

/** One piece of a result. Everything a server says is text here; nothing of it becomes markup. */
export function ContentBlock({ block }: { block: unknown }): JSX.Element {
  if (!isRecord(block)) return <Unknown block={block} />;
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return <TextBlock text={text} />;
  if (typeof data === 'string' && typeof mimeType === 'string') {
    if (type === 'image' && isImage(mimeType)) return <ImageBlock data={data} mimeType={mimeType} />;
    if (type === 'audio' && /^audio\/[\w.+-]+$/.test(mimeType))
      return <audio class="block" controls src={`data:${mimeType};base64,${data}`} />;
  }
  if (type === 'resource' && isRecord(block['resource'])) return <ResourceBlock resource={block['resource']} />;
  if (type === 'resource_link') return <LinkBlock block={block} />;
  return <Unknown block={block} />;
}

const clippedAt = 20_000;

function TextBlock({ text }: { text: string }): JSX.Element {
  const actions = useActions();
  const asTree = useSignal(false);
  const json = looksLikeJson(text) ? parseJson(text) : undefined;
  const isLong = text.length > clippedAt;
  return (
    <div class="block" data-testid="content-text">
      <div class="block-head">
        <h3 class="block-title">{t('Text')}</h3>
        {json?.ok && (
          <Button
            look="icon"
            aria-pressed={asTree.value}
            title={t('Show as a tree')}
            aria-label={t('Show as a tree')}
            onClick={() => (asTree.value = !asTree.value)}
          >
            <Icon name="json" />
          </Button>
        )}
      </div>
      {asTree.value && json?.ok ? (
        <JsonTree value={json.value} label={t('Text as JSON')} searchable />
      ) : (
        <pre class="block-text" tabIndex={0} aria-label={t('Text')}>
          {isLong ? text.slice(0, clippedAt) : text}
        </pre>
      )}
      {isLong && (
        <p class="muted">
          {t('The first {0} of {1} characters.', clippedAt, text.length)}{' '}
          <Button onClick={() => actions.open(text, json?.ok ? 'json' : 'plaintext')}>{t('Open all in editor')}</Button>
        </p>
      )}
    </div>
  );
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && text.length < 5_000_000;
}

/** The formats a browser shows by itself. SVG may hold scripts and remote links; inside <img> neither runs nor loads. */
function isImage(mimeType: string): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/.test(mimeType);
}

function ImageBlock({ data, mimeType }: { data: string; mimeType: string }): JSX.Element {
  const alt = t('Image from the tool ({0})', mimeType);
  return (
    <figure class="block" data-testid="content-image">
      <img class="block-image" src={`data:${mimeType};base64,${data}`} alt={alt} />
      <figcaption class="muted">{t('{0}, {1} KB', mimeType, Math.ceil((data.length * 3) / 4 / 1024))}</figcaption>
    </figure>
  );
}

function ResourceBlock({ resource }: { resource: Record<string, unknown> }): JSX.Element {
  const { uri, text, blob, mimeType } = resource;
  const isPicture = typeof blob === 'string' && typeof mimeType === 'string' && isImage(mimeType);
  return (
    <div class="block" data-testid="content-resource">
      <h3 class="block-title">{t('Resource')}</h3>
      <code class="break">{String(uri ?? '')}</code>
      {isPicture && <ImageBlock data={blob} mimeType={mimeType} />}
      {typeof text === 'string' && <TextBlock text={text} />}
      {!isPicture && typeof text !== 'string' && <Unknown block={resource} />}
    </div>
  );
}

/** Shown, never followed: where a server points is the extension's business to confirm. */
function LinkBlock({ block }: { block: Record<string, unknown> }): JSX.Element {
  return (
    <div class="block" data-testid="content-link">
      <h3 class="block-title">{t('Link to a resource')}</h3>
      <div>{String(block['title'] ?? block['name'] ?? '')}</div>
      <code class="break">{String(block['uri'] ?? '')}</code>
      {typeof block['description'] === 'string' && <p class="muted pre-wrap">{block['description']}</p>}
    </div>
  );
}

function Unknown({ block }: { block: unknown }): JSX.Element {
  return (
    <div class="block">
      <JsonTree value={block} label={t('Content')} />
    </div>
  );
}
