import type { JSX } from 'preact';
import type { ResourcePart } from '../../../src/protocol/browse.ts';
import { keyOf } from '../../model/browse.ts';
import { fileName } from '../../model/fileName.ts';
import type { Inspector } from '../../model/inspector.ts';
import { answerIn } from '../../model/questions.ts';
import { t, tn } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';
import { ContentBlock } from '../inspector/contentBlock.tsx';
import { Button, ProgressRing } from '../kit.ts';
import { FaultNotice } from '../notice.tsx';
import { formatMs } from '../units.ts';
import { HexView } from './hexView.tsx';

interface ResourceContentsProps {
  readonly inspector: Inspector;
  readonly server: string;
  readonly uri: string;
}

/** What reading brought: text, picture, sound, or bytes. Nothing of it becomes markup. */
export function ResourceContents({ inspector, server, uri }: ResourceContentsProps): JSX.Element | null {
  const question = inspector.browse.reading.of(keyOf(server, uri)).value;
  const answer = answerIn(question);
  if (!answer) return question.kind === 'asking' ? <ProgressRing class="centre" aria-label={t('Reading')} /> : null;
  return (
    <section class="results" aria-label={t('Contents')} data-testid="contents" data-status={answer.kind}>
      <div class="facts muted" role="status">
        {question.kind === 'asking' ? t('Reading') : formatMs(answer.durationMs)}
        {answer.kind === 'ok' && <span>{tn(answer.value.length, '{0} part', '{0} parts')}</span>}
      </div>
      {answer.kind === 'failed' ? (
        <FaultNotice fault={answer.fault} lead={t('Could not read the resource.')} testId="read-fault" />
      ) : (
        answer.value.map((part, at) => <Part key={at} part={part} inspector={inspector} />)
      )}
    </section>
  );
}

function Part({ part, inspector }: { part: ResourcePart; inspector: Inspector }): JSX.Element {
  return (
    <div class="block" data-testid="resource-part" data-kind={kindOf(part)}>
      <div class="block-head">
        <code class="muted break grow">
          {part.uri}
          {part.mimeType !== undefined && ` · ${part.mimeType}`}
        </code>
        <PartActions part={part} inspector={inspector} />
      </div>
      <PartBody part={part} />
    </div>
  );
}

type PartKind = 'text' | 'image' | 'audio' | 'binary' | 'empty';

function kindOf({ text, blob, mimeType = '' }: ResourcePart): PartKind {
  if (text !== undefined) return 'text';
  if (blob === undefined) return 'empty';
  if (/^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/.test(mimeType)) return 'image';
  return /^audio\/[\w.+-]+$/.test(mimeType) ? 'audio' : 'binary';
}

function PartBody({ part }: { part: ResourcePart }): JSX.Element {
  const kind = kindOf(part);
  switch (kind) {
    case 'text':
      return <ContentBlock block={{ type: 'text', text: part.text }} />;
    case 'image':
    case 'audio':
      return <ContentBlock block={{ type: kind, data: part.blob, mimeType: part.mimeType }} />;
    case 'binary':
      return <HexView base64={part.blob ?? ''} />;
    case 'empty':
      return <p class="muted">{t('The contents are empty.')}</p>;
    default:
      return kind satisfies never;
  }
}

function PartActions({ part, inspector }: { part: ResourcePart; inspector: Inspector }): JSX.Element {
  const actions = useActions();
  const { text, blob } = part;
  const save = (): void => {
    if (text !== undefined) inspector.browse.save(fileName(part), { text });
    else if (blob !== undefined) inspector.browse.save(fileName(part), { base64: blob });
  };
  return (
    <div class="actions">
      {text !== undefined && (
        <>
          <Action icon="copy" label={t('Copy')} onClick={() => actions.copy(text)} />
          <Action
            icon="open-in-window"
            label={t('Open in Editor')}
            onClick={() => actions.open(text, languageOf(part))}
          />
        </>
      )}
      {(text ?? blob) !== undefined && <Action icon="save" label={t('Save as…')} testId="save-part" onClick={save} />}
    </div>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  readonly testId?: string;
  readonly onClick: () => void;
}

function Action({ icon, label, testId, onClick }: ActionProps): JSX.Element {
  return (
    <Button look="icon" title={label} aria-label={label} data-testid={testId} onClick={onClick}>
      <Icon name={icon} />
    </Button>
  );
}

function languageOf({ mimeType = '' }: ResourcePart): 'json' | 'markdown' | 'plaintext' {
  if (mimeType.includes('json')) return 'json';
  return mimeType.includes('markdown') ? 'markdown' : 'plaintext';
}
