import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t } from '../../../platform/l10n.ts';
import { StateLabel } from '../../components/stateLabel.tsx';
import { JsonTree } from '../../json/jsonTree.tsx';
import { ProgressRing } from '../../components/kit.ts';
import { FaultNotice, Notice } from '../../components/layout/notice.tsx';
import { Section } from '../../components/layout/section.tsx';
import { formatBytes, formatMs, formatTime } from '../../../platform/units.ts';
import { DetailsActions, type FrameNavigation } from './detailsActions.tsx';
import { directionPresentation, rowTitle, statusPresentation } from './trafficPresentation.ts';
import { type Body, loadBody, type ReadyBody } from './frameBody.ts';

interface RowDetailsProps {
  readonly traffic: TrafficModel;
  readonly seq: number;
  readonly navigation: FrameNavigation;
}

export function RowDetails({ traffic, seq, navigation }: RowDetailsProps): JSX.Element {
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
  const row = (traffic.version.value, traffic.rows.at(seq));
  return (
    <section class="frame-details" aria-label={t('Frame')} data-testid="frame-details">
      <div class="head">
        <h2 class="head-title">{row ? (row.name ?? rowTitle(row)) : t('Frame')}</h2>
        <DetailsActions traffic={traffic} row={row} body={body.value} navigation={navigation} />
      </div>
      {row && <DetailsFacts traffic={traffic} row={row} />}
      <BodyView body={body.value} />
    </section>
  );
}

function DetailsFacts({ traffic, row }: { traffic: TrafficModel; row: TrafficRow }): JSX.Element {
  const status = statusPresentation(row, traffic.rows);
  return (
    <div class="facts">
      <span>{row.server}</span>
      {row.name !== undefined && <code>{rowTitle(row)}</code>}
      <span>{directionPresentation(row.direction).label}</span>
      <span>{formatTime(row.at)}</span>
      {row.id !== undefined && <span>{t('id {0}', JSON.stringify(row.id))}</span>}
      {status && <StateLabel shown={status} />}
      {row.httpStatus !== undefined && <span>{t('HTTP {0}', row.httpStatus)}</span>}
      {row.durationMs !== undefined && <span>{formatMs(row.durationMs)}</span>}
      <span class="muted">{formatBytes(row.bytes)}</span>
    </div>
  );
}

function BodyView({ body }: { body: Body }): JSX.Element {
  switch (body.kind) {
    case 'loading':
      return <ProgressRing class="centre" aria-label={t('Loading')} />;
    case 'gone':
      return <Notice kind="info">{t('This body is no longer in the traffic log.')}</Notice>;
    case 'failed':
      return <FaultNotice fault={body.fault} />;
    case 'ready':
      return <BodyTree body={body} />;
    default:
      return body satisfies never;
  }
}

function BodyTree({ body }: { body: ReadyBody }): JSX.Element {
  return (
    <>
      {body.got.truncated && <Notice kind="info">{t('The body is truncated.')}</Notice>}
      {body.got.http && (
        <Section level={3} title={t('HTTP')} testId="frame-http">
          <JsonTree value={body.got.http} label={t('HTTP')} />
        </Section>
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
}
