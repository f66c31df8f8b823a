import type { JSX } from 'preact';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { filterQuery } from '../../../model/traffic/filterQuery.ts';
import { attempt, partnerOf, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import type { InterceptionRules } from '../../../model/traffic/interceptionRules.ts';
import { t } from '../../../platform/l10n.ts';
import { IconButton } from '../../components/iconButton.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { useActions } from '../../components/textActions.ts';
import { type Body, prettyBody } from './frameBody.ts';

export interface FrameNavigation {
  jump(seq: number): void;
  showOnly(query: string): void;
  close(): void;
  readonly rules?: InterceptionRules;
}

interface DetailsActionsProps {
  readonly traffic: TrafficModel;
  readonly row: TrafficRow | undefined;
  readonly body: Body;
  readonly navigation: FrameNavigation;
}

/** The ones that are used most; the others are behind "…". */
const shown: ReadonlySet<string> = new Set(['frame-pair', 'frame-resend', 'frame-copy']);

export function DetailsActions(props: DetailsActionsProps): JSX.Element {
  const text = useActions();
  const { row, body, navigation } = props;
  const actions = [...(row ? rowActions(props, row) : []), ...bodyActions(body, text)];
  return (
    <div class="actions">
      {actions
        .filter(({ testId }) => shown.has(testId))
        .map((action) => (
          <IconButton key={action.testId} {...action} />
        ))}
      <Menu items={actions.filter(({ testId }) => !shown.has(testId))} testId="frame-more" />
      <IconButton testId="frame-close" icon="close" label={t('Close')} onClick={() => navigation.close()} />
    </div>
  );
}

function rowActions(props: DetailsActionsProps, row: TrafficRow): MenuItem[] {
  return [...jumpActions(props, row), ...callActions(props, row), onlyAction(props, row), pinAction(props, row)];
}

function jumpActions({ traffic, navigation }: DetailsActionsProps, row: TrafficRow): MenuItem[] {
  const { link, rows } = traffic;
  const actions: MenuItem[] = [];
  const { group: first } = row;
  if (first !== undefined && first >= rows.firstSeq) {
    actions.push({
      testId: 'frame-first',
      icon: 'reply',
      label: t('Go to Call'),
      onClick: () => navigation.jump(first),
    });
  }
  const partner = partnerOf(rows, row);
  if (partner === undefined) return actions;
  const label = row.kind === 'response' ? t('Go to Request') : t('Go to Response');
  const compare = (): void => attempt(traffic, link.request('traffic/compare', { left: row.seq, right: partner }));
  actions.push({ testId: 'frame-pair', icon: 'arrow-swap', label, onClick: () => navigation.jump(partner) });
  actions.push({ testId: 'frame-compare', icon: 'diff', label: t('Compare Request and Response'), onClick: compare });
  return actions;
}

function callActions({ traffic, navigation: { rules } }: DetailsActionsProps, row: TrafficRow): MenuItem[] {
  const call = row.kind === 'request' ? row.seq : row.pair;
  if (row.method !== 'tools/call' || row.name === undefined || call === undefined) return [];
  const resend = (): void => attempt(traffic, traffic.link.request('traffic/resend', { seq: call }));
  const again: MenuItem = {
    testId: 'frame-resend',
    icon: 'edit',
    label: t('Edit and Resend in Inspector'),
    onClick: resend,
  };
  if (!rules) return [again];
  const rule = { server: row.server, tool: row.name, action: { kind: 'pause', on: 'request' } } as const;
  const label = t('Pause Calls of This Tool');
  return [again, { testId: 'frame-break', icon: 'debug-breakpoint', label, onClick: () => rules.add(rule) }];
}

function onlyAction({ navigation }: DetailsActionsProps, row: TrafficRow): MenuItem {
  const label = row.name === undefined ? t('Show Only This Method') : t('Show Only This Tool');
  return { testId: 'frame-only', icon: 'filter', label, onClick: () => navigation.showOnly(filterQuery(row)) };
}

function pinAction({ traffic }: DetailsActionsProps, row: TrafficRow): MenuItem {
  const pressed = traffic.pins.has(row);
  const label = pressed ? t('Unpin (P)') : t('Pin (P)');
  return {
    testId: 'frame-pin',
    icon: pressed ? 'pinned' : 'pin',
    label,
    onClick: () => traffic.togglePin(row),
  };
}

function bodyActions(body: Body, text: ReturnType<typeof useActions>): MenuItem[] {
  if (body.kind !== 'ready') return [];
  const language = body.parsed.ok ? 'json' : 'plaintext';
  return [
    { testId: 'frame-copy', icon: 'copy', label: t('Copy'), onClick: () => text.copy(prettyBody(body)) },
    {
      testId: 'frame-open',
      icon: 'open-in-window',
      label: t('Open in Editor'),
      onClick: () => text.open(prettyBody(body), language),
    },
  ];
}
