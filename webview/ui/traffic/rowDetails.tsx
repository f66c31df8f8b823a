import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import { type Parsed, parseJson } from '../../../src/base/json.ts';
import type { TrafficRow } from '../../../src/protocol/traffic.ts';
import type { Traffic } from '../../model/traffic/traffic.ts';
import { t } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import { JsonTree } from '../jsonTree.tsx';
import { Button, ProgressRing } from '../kit.ts';
import { FaultNotice, Notice } from '../notice.tsx';
import { formatBytes, formatMs } from '../units.ts';
import { directionLook, formatTime, rowTitle, statusLook } from './format.ts';

type Body =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'ready'; readonly text: string; readonly truncated: boolean; readonly parsed: Parsed }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

interface RowDetailsProps {
  readonly traffic: Traffic;
  readonly seq: number;
  readonly onJump: (seq: number) => void;
  readonly onClose: () => void;
}

export function RowDetails({ traffic, seq, onJump, onClose }: RowDetailsProps): JSX.Element {
  const body = useSignal<Body>({ kind: 'loading' });
  useEffect(() => {
    let isWanted = true;
    void loadBody(traffic, seq).then((next) => {
      if (isWanted) body.value = next;
    });
    return () => {
      isWanted = false;
    };
  }, [seq]);
  const row = traffic.store.at(seq);
  return (
    <section class="frame-details" aria-label={t('Frame')} data-testid="frame-details">
      <DetailsHead traffic={traffic} row={row} body={body.value} onJump={onJump} onClose={onClose} />
      <BodyView body={body.value} />
    </section>
  );
}

async function loadBody(traffic: Traffic, seq: number): Promise<Body> {
  try {
    const { text, truncated } = await traffic.body(seq);
    return text === undefined ? { kind: 'gone' } : { kind: 'ready', text, truncated, parsed: parseJson(text) };
  } catch (error) {
    return { kind: 'failed', fault: Fault.from(error).toShape() };
  }
}

interface DetailsHeadProps {
  readonly traffic: Traffic;
  readonly row: TrafficRow | undefined;
  readonly body: Body;
  readonly onJump: (seq: number) => void;
  readonly onClose: () => void;
}

function DetailsHead({ traffic, row, body, onJump, onClose }: DetailsHeadProps): JSX.Element {
  const actions = useActions();
  const partner = row && traffic.partnerOf(row);
  return (
    <div class="details-head">
      <h2 class="details-title ellipsis">{row ? rowTitle(row) : t('Frame')}</h2>
      <div class="actions">
        {partner !== undefined && (
          <Button
            look="icon"
            data-testid="frame-pair"
            title={pairText(row)}
            aria-label={pairText(row)}
            onClick={() => onJump(partner)}
          >
            <Icon name="arrow-swap" />
          </Button>
        )}
        {body.kind === 'ready' && (
          <>
            <Button look="icon" title={t('Copy')} aria-label={t('Copy')} onClick={() => actions.copy(pretty(body))}>
              <Icon name="copy" />
            </Button>
            <Button
              look="icon"
              title={t('Open in editor')}
              aria-label={t('Open in editor')}
              onClick={() => actions.open(pretty(body), body.parsed.ok ? 'json' : 'plaintext')}
            >
              <Icon name="open-in-window" />
            </Button>
          </>
        )}
        <Button look="icon" title={t('Close')} aria-label={t('Close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {row && <DetailsFacts row={row} />}
    </div>
  );
}

function DetailsFacts({ row }: { row: TrafficRow }): JSX.Element {
  const status = statusLook(row);
  return (
    <div class="facts">
      <span>{row.server}</span>
      <span>{directionLook(row.direction).word}</span>
      <span>{formatTime(row.at)}</span>
      {row.id !== undefined && <span>{t('id {0}', JSON.stringify(row.id))}</span>}
      {status && (
        <span class={`state tone-${status.tone}`}>
          <Icon name={status.icon} />
          {status.word}
        </span>
      )}
      {row.durationMs !== undefined && <span>{formatMs(row.durationMs)}</span>}
      <span class="muted">{formatBytes(row.bytes)}</span>
    </div>
  );
}

function pairText(row: TrafficRow | undefined): string {
  return row?.kind === 'response' ? t('Go to the request') : t('Go to the response');
}

function pretty({ text, parsed }: Extract<Body, { kind: 'ready' }>): string {
  return parsed.ok ? JSON.stringify(parsed.value, undefined, 2) : text;
}

function BodyView({ body }: { body: Body }): JSX.Element {
  switch (body.kind) {
    case 'loading':
      return <ProgressRing class="centre" aria-label={t('Loading')} />;
    case 'gone':
      return <Notice kind="info">{t('This body is no longer in the log.')}</Notice>;
    case 'failed':
      return <FaultNotice fault={body.fault} />;
    case 'ready':
      return (
        <>
          {body.truncated && (
            <Notice kind="info">{t('The body is longer than what is kept; this is its beginning.')}</Notice>
          )}
          {body.parsed.ok ? (
            <JsonTree value={body.parsed.value} label={t('Body')} searchable testId="frame-body" />
          ) : (
            <pre class="block-text" tabIndex={0} aria-label={t('Body')} data-testid="frame-body">
              {body.text}
            </pre>
          )}
        </>
      );
    default:
      return body satisfies never;
  }
}
