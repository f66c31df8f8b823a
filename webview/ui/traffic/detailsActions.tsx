import type { JSX } from 'preact';
import type { TrafficRow } from '../../../src/protocol/traffic.ts';
import { onlyQuery } from '../../model/traffic/onlyQuery.ts';
import { attempt, partnerOf, type TrafficModel } from '../../model/traffic/model.ts';
import type { Rules } from '../../model/traffic/rules.ts';
import { t } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';
import { Button } from '../kit.ts';
import { type Body, prettyBody } from './frameBody.ts';

export interface DetailsJumps {
  jump(seq: number): void;
  showOnly(query: string): void;
  close(): void;
  readonly rules?: Rules;
}

interface DetailsActionsProps {
  readonly traffic: TrafficModel;
  readonly row: TrafficRow | undefined;
  readonly body: Body;
  readonly jumps: DetailsJumps;
}

interface Action {
  readonly id: string;
  readonly icon: IconName;
  readonly words: string;
  readonly pressed?: boolean;
  run(): void;
}

export function DetailsActions(props: DetailsActionsProps): JSX.Element {
  const text = useActions();
  const { row, body, jumps } = props;
  const actions = [...(row ? rowActions(props, row) : []), ...bodyActions(body, text)];
  return (
    <div class="actions">
      {actions.map((action) => (
        <IconAction key={action.id} {...action} />
      ))}
      <IconAction id="frame-close" icon="close" words={t('Close')} run={() => jumps.close()} />
    </div>
  );
}

export function IconAction({ id, icon, words, pressed, run }: Action): JSX.Element {
  return (
    <Button look="icon" data-testid={id} title={words} aria-label={words} aria-pressed={pressed} onClick={run}>
      <Icon name={icon} />
    </Button>
  );
}

function rowActions(props: DetailsActionsProps, row: TrafficRow): Action[] {
  return [...jumpActions(props, row), ...callActions(props, row), onlyAction(props, row), pinAction(props, row)];
}

function jumpActions({ traffic, jumps }: DetailsActionsProps, row: TrafficRow): Action[] {
  const { link, rows } = traffic;
  const actions: Action[] = [];
  const { group: first } = row;
  if (first !== undefined && first >= rows.firstSeq) {
    actions.push({ id: 'frame-first', icon: 'reply', words: t('Go to Call'), run: () => jumps.jump(first) });
  }
  const partner = partnerOf(rows, row);
  if (partner === undefined) return actions;
  const words = row.kind === 'response' ? t('Go to Request') : t('Go to Response');
  const compare = (): void => attempt(traffic, link.request('traffic/compare', { left: row.seq, right: partner }));
  actions.push({ id: 'frame-pair', icon: 'arrow-swap', words, run: () => jumps.jump(partner) });
  actions.push({ id: 'frame-compare', icon: 'diff', words: t('Compare Request and Response'), run: compare });
  return actions;
}

function callActions({ traffic, jumps: { rules } }: DetailsActionsProps, row: TrafficRow): Action[] {
  const call = row.kind === 'request' ? row.seq : row.pair;
  if (row.method !== 'tools/call' || row.name === undefined || call === undefined) return [];
  const resend = (): void => attempt(traffic, traffic.link.request('traffic/resend', { seq: call }));
  const again: Action = { id: 'frame-resend', icon: 'edit', words: t('Edit and Resend in Inspector'), run: resend };
  if (!rules) return [again];
  const rule = { server: row.server, tool: row.name, action: { kind: 'pause', on: 'request' } } as const;
  const words = t('Pause Calls of This Tool');
  return [again, { id: 'frame-break', icon: 'debug-breakpoint', words, run: () => rules.add(rule) }];
}

function onlyAction({ jumps }: DetailsActionsProps, row: TrafficRow): Action {
  const words = row.name === undefined ? t('Show Only This Method') : t('Show Only This Tool');
  return { id: 'frame-only', icon: 'filter', words, run: () => jumps.showOnly(onlyQuery(row)) };
}

function pinAction({ traffic }: DetailsActionsProps, row: TrafficRow): Action {
  const pressed = traffic.pins.has(row);
  const words = pressed ? t('Unpin (P)') : t('Pin (P)');
  return { id: 'frame-pin', icon: pressed ? 'pinned' : 'pin', words, pressed, run: () => traffic.togglePin(row) };
}

function bodyActions(body: Body, text: ReturnType<typeof useActions>): Action[] {
  if (body.kind !== 'ready') return [];
  const language = body.parsed.ok ? 'json' : 'plaintext';
  return [
    { id: 'frame-copy', icon: 'copy', words: t('Copy'), run: () => text.copy(prettyBody(body)) },
    {
      id: 'frame-open',
      icon: 'open-in-window',
      words: t('Open in Editor'),
      run: () => text.open(prettyBody(body), language),
    },
  ];
}
