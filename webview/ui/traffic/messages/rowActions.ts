import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { framesOf } from '../../../model/traffic/exchange.ts';
import { filterQuery } from '../../../model/traffic/query/filterQuery.ts';
import type { InterceptionRules } from '../../../model/traffic/interceptionRules.ts';
import { exclude, quote } from '../../../model/traffic/query/queryTerms.ts';
import { attempt, partnerOf, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t } from '../../../platform/l10n.ts';
import type { MenuItem } from '../../components/menu.tsx';
import type { TextActions } from '../../components/textActions.ts';
import { bodyText, loadBody } from './frameBody.ts';

export interface FrameNavigation {
  jump(seq: number): void;
  showOnly(query: string): void;
  close(): void;
  readonly rules?: InterceptionRules;
}

interface RowActionsProps {
  readonly traffic: TrafficModel;
  readonly navigation: FrameNavigation;
}

export function rowActions(props: RowActionsProps, row: TrafficRow): MenuItem[] {
  return [...jumpActions(props, row), ...callActions(props, row), onlyAction(props, row), pinAction(props, row)];
}

function jumpActions({ traffic, navigation }: RowActionsProps, row: TrafficRow): MenuItem[] {
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
  const compare = (): void => attempt(traffic, link.request('traffic/compare', { left: row.seq, right: partner }));
  if (!traffic.view.mode.exchanges) actions.push(pairAction(navigation, row, partner));
  actions.push({ testId: 'frame-compare', icon: 'diff', label: t('Compare Request and Response'), onClick: compare });
  return actions;
}

function pairAction(navigation: FrameNavigation, row: TrafficRow, partner: number): MenuItem {
  const label = row.kind === 'response' ? t('Go to Request') : t('Go to Response');
  return { testId: 'frame-pair', icon: 'arrow-swap', label, onClick: () => navigation.jump(partner) };
}

function callActions({ traffic, navigation: { rules } }: RowActionsProps, row: TrafficRow): MenuItem[] {
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

function onlyAction({ navigation }: RowActionsProps, row: TrafficRow): MenuItem {
  const label = row.name === undefined ? t('Show Only This Method') : t('Show Only This Tool');
  return { testId: 'frame-only', icon: 'filter', label, onClick: () => navigation.showOnly(filterQuery(row)) };
}

function pinAction({ traffic }: RowActionsProps, row: TrafficRow): MenuItem {
  const pressed = traffic.pins.has(row);
  const label = pressed ? t('Unpin (P)') : t('Pin (P)');
  return {
    testId: 'frame-pin',
    icon: pressed ? 'pinned' : 'pin',
    label,
    onClick: () => traffic.togglePin(row),
  };
}

interface RowMenuProps extends RowActionsProps {
  readonly row: TrafficRow;
  readonly query: string;
  readonly text: TextActions;
}

/** All that can be done with a row, without opening it. */
export function rowMenu(props: RowMenuProps): readonly MenuItem[] {
  const { row, traffic } = props;
  const save = (): void => {
    const seqs = traffic.view.mode.exchanges ? framesOf([row.seq], traffic.rows) : [row.seq];
    attempt(traffic, traffic.link.request('traffic/export', { seqs }));
  };
  return [
    ...rowActions(props, row),
    ...filterActions(props),
    ...foldAction(props),
    ...copyActions(props),
    ...checkAction(props),
    { testId: 'row-export', icon: 'export', label: t('Export…'), onClick: save },
  ];
}

function checkAction({ row: { seq, method }, traffic }: RowMenuProps): MenuItem[] {
  const save = (): void => attempt(traffic, traffic.link.request('traffic/saveAsChecks', { seqs: [seq] }));
  const item: MenuItem = { testId: 'row-check', icon: 'checklist', label: t('Save as Check…'), onClick: save };
  return method === 'tools/call' ? [item] : [];
}

function filterActions({ row, query, navigation }: RowMenuProps): MenuItem[] {
  const { server, name, method } = row;
  const only = { testId: 'row-server', icon: 'server', label: t('Show Only This Server') } as const;
  const items: MenuItem[] = [{ ...only, onClick: () => navigation.showOnly(`server:${quote(server)}`) }];
  const [field, value, label] =
    name === undefined ? ['method', method, t('Hide This Method')] : ['tool', name, t('Hide This Tool')];
  if (value !== undefined) {
    const hide = (): void => navigation.showOnly(exclude(query, field, value));
    items.push({ testId: 'row-hide', icon: 'circle-slash', label, onClick: hide });
  }
  return items;
}

function foldAction({ row, traffic: { view } }: RowMenuProps): MenuItem[] {
  if (view.foldSize(row.seq) === 0) return [];
  const isFolded = view.isFolded(row.seq);
  const label = isFolded ? t('Unfold') : t('Fold');
  const icon = isFolded ? 'expand-all' : 'collapse-all';
  return [{ testId: 'row-fold', icon, label, onClick: () => view.fold(row.seq, !isFolded) }];
}

function copyActions({ row, traffic, text }: RowMenuProps): MenuItem[] {
  const copy = (testId: string, label: string, seq: number): MenuItem => ({
    testId,
    icon: 'copy',
    label,
    onClick: () => attempt(traffic, copyBody(traffic, seq, text)),
  });
  const partner = traffic.view.mode.exchanges ? partnerOf(traffic.rows, row) : undefined;
  if (partner === undefined) return [copy('row-copy', t('Copy'), row.seq)];
  return [copy('row-copy', t('Copy Request'), row.seq), copy('row-copy-response', t('Copy Response'), partner)];
}

async function copyBody(traffic: TrafficModel, seq: number, text: TextActions): Promise<void> {
  const body = await bodyText(traffic, await loadBody(traffic, seq));
  if (body !== undefined) text.copy(body);
}
