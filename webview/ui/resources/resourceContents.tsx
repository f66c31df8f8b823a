import type { JSX } from 'preact';
import type { ResourcePart } from '../../../src/contract/browse.ts';
import { keyOf } from '../../model/browse/browse.ts';
import { fileName } from '../../model/content/fileName.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { latestAnswer } from '../../model/browse/serverRequests.ts';
import { t, tn } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';
import { ContentBlock } from '../results/contentBlock.tsx';
import { ProgressRing } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { formatMs } from '../../platform/units.ts';
import { IconButton } from '../components/iconButton.tsx';
import { HexView } from './hexView.tsx';

interface ResourceContentsProps {
  readonly inspector: Inspector;
  readonly server: string;
  readonly uri: string;
}

/** The contents of a resource: text, image, audio or bytes. None of it becomes markup. */
export function ResourceContents({ inspector, server, uri }: ResourceContentsProps): JSX.Element | null {
  const request = inspector.browse.reads.of(keyOf(server, uri)).value;
  const answer = latestAnswer(request);
  if (!answer) return request.kind === 'pending' ? <ProgressRing class="centre" aria-label={t('Reading')} /> : null;
  const parts = answer.kind === 'ok' ? answer.value : [];
  // What it is stands above already.
  const whole = parts.length === 1 && parts[0]?.uri === uri ? parts[0] : undefined;
  return (
    <section class="results" aria-label={t('Contents')} data-testid="contents" data-status={answer.kind}>
      <div class="head">
        <div class="muted" role="status">
          {answer.kind === 'ok' && !whole && `${tn(parts.length, '{0} part', '{0} parts')} · `}
          {request.kind === 'pending' ? t('Reading') : formatMs(answer.durationMs)}
        </div>
        {whole && <ContentActions content={whole} inspector={inspector} />}
      </div>
      {answer.kind === 'failed' && (
        <FaultNotice fault={answer.fault} lead={t('Could not read the resource.')} testId="read-fault" />
      )}
      {parts.map((content, at) => (
        <div class="block" key={at} data-testid="resource-content" data-kind={kindOf(content)}>
          {!whole && <PartHead content={content} inspector={inspector} />}
          <ContentBody content={content} />
        </div>
      ))}
    </section>
  );
}

function PartHead({ content, inspector }: { content: ResourcePart; inspector: Inspector }): JSX.Element {
  return (
    <div class="block-head">
      <code class="muted ellipsis grow" title={content.uri}>
        {content.uri}
        {content.mimeType !== undefined && ` · ${content.mimeType}`}
      </code>
      <ContentActions content={content} inspector={inspector} />
    </div>
  );
}

type ContentKind = 'text' | 'image' | 'audio' | 'binary' | 'empty';

function kindOf({ text, blob, mimeType = '' }: ResourcePart): ContentKind {
  if (text !== undefined) return 'text';
  if (blob === undefined) return 'empty';
  if (/^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/.test(mimeType)) return 'image';
  return /^audio\/[\w.+-]+$/.test(mimeType) ? 'audio' : 'binary';
}

function ContentBody({ content }: { content: ResourcePart }): JSX.Element {
  const kind = kindOf(content);
  switch (kind) {
    case 'text':
      return <ContentBlock block={{ type: 'text', text: content.text }} />;
    case 'image':
    case 'audio':
      return <ContentBlock block={{ type: kind, data: content.blob, mimeType: content.mimeType }} />;
    case 'binary':
      return <HexView base64={content.blob ?? ''} />;
    case 'empty':
      return <p class="muted">{t('The contents are empty.')}</p>;
    default:
      return kind satisfies never;
  }
}

function ContentActions({ content, inspector }: { content: ResourcePart; inspector: Inspector }): JSX.Element {
  const actions = useActions();
  const { text, blob } = content;
  const save = (): void => {
    if (text !== undefined) inspector.browse.save(fileName(content), { text });
    else if (blob !== undefined) inspector.browse.save(fileName(content), { base64: blob });
  };
  return (
    <div class="actions">
      {text !== undefined && (
        <>
          <IconButton icon="copy" label={t('Copy')} onClick={() => actions.copy(text)} />
          <IconButton
            icon="open-in-window"
            label={t('Open in Editor')}
            onClick={() => actions.open(text, languageOf(content))}
          />
        </>
      )}
      {(text ?? blob) !== undefined && (
        <IconButton icon="save" label={t('Save as…')} testId="save-content" onClick={save} />
      )}
    </div>
  );
}

function languageOf({ mimeType = '' }: ResourcePart): 'json' | 'markdown' | 'plaintext' {
  if (mimeType.includes('json')) return 'json';
  return mimeType.includes('markdown') ? 'markdown' : 'plaintext';
}
