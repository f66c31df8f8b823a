import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { isRecord } from '../../../src/base/json.ts';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { JsonTree } from '../json/jsonTree.tsx';
import { type ContentSource, cutsBelow } from './contentSource.ts';
import { LinkBlock } from './linkBlock.tsx';
import { TextBlock } from './textBlock.tsx';

interface ContentBlockProps {
  readonly block: unknown;
  /** Its JSON pointer in the result. */
  readonly at?: string;
  readonly source?: ContentSource | undefined;
}

/** One content block. Everything from a server is text here; none of it becomes markup. */
export function ContentBlock({ block, at = '', source }: ContentBlockProps): JSX.Element {
  if (!isRecord(block)) return <Unknown block={block} at={at} source={source} />;
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return <TextBlock text={text} at={at} source={source} />;
  if (typeof data === 'string' && typeof mimeType === 'string') {
    if (type === 'image' && isImage(mimeType)) return <ImageBlock {...{ data, mimeType, at, source }} />;
    if (type === 'audio' && isAudio(mimeType)) return <AudioBlock {...{ data, mimeType, at, source }} />;
  }
  if (type === 'resource' && isRecord(block['resource'])) {
    return <ResourceBlock resource={block['resource']} at={`${at}/resource`} source={source} />;
  }
  if (type === 'resource_link') return <LinkBlock block={block} />;
  return <Unknown block={block} at={at} source={source} />;
}

/**
 * The formats a browser shows by itself. SVG may hold scripts and remote links; inside <img> neither runs nor loads.
 */
function isImage(mimeType: string): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/.test(mimeType);
}

function isAudio(mimeType: string): boolean {
  return /^audio\/[\w.+-]+$/.test(mimeType);
}

interface MediaProps {
  readonly data: string;
  readonly mimeType: string;
  readonly at: string;
  readonly source?: ContentSource | undefined;
}

function ImageBlock({ data, mimeType, at, source }: MediaProps): JSX.Element {
  const alt = t('Image from the tool ({0})', mimeType);
  return (
    <figure class="block" data-testid="content-image">
      <img class="block-image" src={`data:${mimeType};base64,${data}`} alt={alt} />
      <MediaCaption {...{ data, mimeType, at, source }} />
    </figure>
  );
}

function AudioBlock({ data, mimeType, at, source }: MediaProps): JSX.Element {
  return (
    <figure class="block" data-testid="content-audio">
      <audio controls aria-label={t('Audio from the tool ({0})', mimeType)} src={`data:${mimeType};base64,${data}`} />
      <MediaCaption {...{ data, mimeType, at, source }} />
    </figure>
  );
}

function MediaCaption({ data, mimeType, at, source }: MediaProps): JSX.Element {
  return (
    <figcaption class="muted block-head">
      <span class="grow">{t('{0}, {1} KB', mimeType, Math.ceil((data.length * 3) / 4 / 1024))}</span>
      {source && <IconButton icon="save" label={t('Save')} testId="save-block" onClick={() => source.save(at)} />}
    </figcaption>
  );
}

interface ResourceBlockProps {
  readonly resource: Record<string, unknown>;
  readonly at: string;
  readonly source?: ContentSource | undefined;
}

function ResourceBlock({ resource, at, source }: ResourceBlockProps): JSX.Element {
  const { uri, text, blob, mimeType } = resource;
  const media =
    typeof blob === 'string' && typeof mimeType === 'string' ? { data: blob, mimeType, at, source } : undefined;
  return (
    <div class="block" data-testid="content-resource">
      <h3 class="block-title">{t('Resource')}</h3>
      <code class="break">{String(uri ?? '')}</code>
      {media && isImage(media.mimeType) && <ImageBlock {...media} />}
      {media && isAudio(media.mimeType) && <AudioBlock {...media} />}
      {media && !isImage(media.mimeType) && !isAudio(media.mimeType) && <MediaCaption {...media} />}
      {typeof text === 'string' && (
        <TextBlock text={text} at={at} source={source} isMarkdown={mimeType === 'text/markdown'} />
      )}
      {!media && typeof text !== 'string' && <Unknown block={resource} at={at} source={source} />}
    </div>
  );
}

function Unknown({ block, at = '', source }: ContentBlockProps): JSX.Element {
  const cuts = useMemo(() => cutsBelow(source?.cuts ?? [], at), [source?.cuts, at]);
  return (
    <div class="block">
      <JsonTree value={block} label={t('Content')} cuts={cuts} {...(source && { onLoadMore: source.loadMore })} />
    </div>
  );
}
