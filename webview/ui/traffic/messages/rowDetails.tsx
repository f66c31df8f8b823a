import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { serverLabel } from '../../../../src/contract/traffic/ownServers.ts';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { endOf } from '../../../model/traffic/exchange.ts';
import { attempt, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t } from '../../../platform/l10n.ts';
import { PartialNote } from '../../components/search/loadAllButton.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { StateLabel } from '../../components/stateLabel.tsx';
import { cutsBelow } from '../../results/contentSource.ts';
import { PlainText } from '../../results/plainText.tsx';
import { JsonTree } from '../../json/jsonTree.tsx';
import { ProgressRing } from '../../components/kit.ts';
import { FaultNotice, Notice } from '../../components/layout/notice.tsx';
import { Section } from '../../components/layout/section.tsx';
import { formatBytes, formatMs, formatTime } from '../../../platform/units.ts';
import { DetailsActions } from './detailsActions.tsx';
import { directionPresentation, rowTitle, statusPresentation } from './trafficPresentation.ts';
import type { FrameNavigation } from './rowActions.ts';
import { type Body, type LoadedBody, loadBody, loadMore, loadWhole } from './frameBody.ts';

interface RowDetailsProps {
  readonly traffic: TrafficModel;
  readonly seq: number;
  readonly navigation: FrameNavigation;
}

export function RowDetails({ traffic, seq, navigation }: RowDetailsProps): JSX.Element {
  const row = (traffic.version.value, traffic.rows.at(seq));
  const end = row && traffic.view.mode.exchanges ? endOf(row, traffic.rows) : undefined;
  const response = end?.kind === 'response' ? end : undefined;
  const title = row ? (row.name ?? rowTitle(row)) : t('Frame');
  const side = useSignal<'request' | 'response'>('response');
  const body = useBody(traffic, side.value === 'response' ? (response?.seq ?? seq) : seq);
  return (
    <section class="frame-details" aria-label={t('Frame')} data-testid="frame-details">
      <div class="head">
        <h2 class="head-title ellipsis" title={title}>
          {title}
        </h2>
        {response && (
          <Segmented
            label={t('Frame')}
            segments={[
              { id: 'request', label: t('Request'), testId: 'frame-request' },
              { id: 'response', label: t('Response'), testId: 'frame-response' },
            ]}
            current={side.value}
            onChange={(next) => (side.value = next as 'request' | 'response')}
          />
        )}
        <DetailsActions traffic={traffic} row={row} body={body} navigation={navigation} />
      </div>
      {row && <DetailsFacts traffic={traffic} row={row} end={end} />}
      <BodyView traffic={traffic} body={body} />
    </section>
  );
}

function useBody(traffic: TrafficModel, seq: number): Body {
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
  return body.value;
}

interface DetailsFactsProps {
  readonly traffic: TrafficModel;
  readonly row: TrafficRow;
  /** What ended the request, where both are shown as one. */
  readonly end: TrafficRow | undefined;
}

function DetailsFacts({ traffic, row, end }: DetailsFactsProps): JSX.Element {
  const status = statusPresentation(row, traffic.rows, traffic.view.mode.exchanges);
  const { httpStatus, durationMs } = end ?? row;
  return (
    <div class="facts">
      <span>{serverLabel(row.server)}</span>
      {row.name !== undefined && <code>{rowTitle(row)}</code>}
      <span>{directionPresentation(row.direction).label}</span>
      <span>{formatTime(row.at)}</span>
      {row.id !== undefined && <span>{t('id {0}', JSON.stringify(row.id))}</span>}
      {status && <StateLabel shown={status} />}
      {httpStatus !== undefined && <span>{t('HTTP {0}', httpStatus)}</span>}
      {durationMs !== undefined && <span>{formatMs(durationMs)}</span>}
      <span class="muted">{formatBytes(row.bytes + (end?.kind === 'response' ? end.bytes : 0))}</span>
    </div>
  );
}

function BodyView({ traffic, body }: { traffic: TrafficModel; body: Body }): JSX.Element {
  switch (body.kind) {
    case 'loading':
      return <ProgressRing class="centre" aria-label={t('Loading')} />;
    case 'gone':
      return <Notice kind="info">{t('This body is no longer in the traffic log.')}</Notice>;
    case 'failed':
      return <FaultNotice fault={body.fault} />;
    case 'loaded':
      return (
        <>
          {body.got.truncated && <Notice kind="info">{t('The body is truncated.')}</Notice>}
          {body.got.http && (
            <Section level={3} title={t('HTTP')} testId="frame-http">
              <JsonTree value={body.got.http} label={t('HTTP')} />
            </Section>
          )}
          <BodyContent key={body.got.seq} traffic={traffic} loaded={body} />
        </>
      );
    default:
      return body satisfies never;
  }
}

function BodyContent({ traffic, loaded }: { traffic: TrafficModel; loaded: LoadedBody }): JSX.Element {
  const body = useSignal(loaded);
  const isLoadingAll = useSignal(false);
  const cuts = useMemo(() => cutsBelow(body.value.cuts, ''), [body.value.cuts]);
  const load = (next: Promise<LoadedBody>): void =>
    attempt(
      traffic,
      next.then((more) => (body.value = more)),
    );
  const loadAll = (): void => {
    isLoadingAll.value = true;
    load(loadWhole(traffic, body.value).finally(() => (isLoadingAll.value = false)));
  };
  const { value } = body.value;
  if (typeof value === 'string')
    return (
      <div class="json" data-testid="frame-body">
        {cuts.size > 0 && <PartialNote onLoadAll={loadAll} isLoadingAll={isLoadingAll.value} />}
        <PlainText text={value} />
      </div>
    );
  return (
    <JsonTree
      value={value}
      label={t('Body')}
      searchable
      testId="frame-body"
      cuts={cuts}
      onLoadMore={(cut) => load(loadMore(traffic, body.value, cut))}
      onLoadAll={loadAll}
      isLoadingAll={isLoadingAll.value}
    />
  );
}
