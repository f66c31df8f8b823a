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

function rowActions({ traffic, jumps }: DetailsActionsProps, row: TrafficRow): Action[] {
  const { link, rows } = traffic;
  const partner = partnerOf(rows, row);
  const actions: Action[] = [];
  if (row.group !== undefined && row.group >= rows.firstSeq) {
    const first = row.group;
    actions.push({ id: 'frame-first', icon: 'reply', words: t('Go to the call'), run: () => jumps.jump(first) });
  }
  if (partner !== undefined) {
    const words = row.kind === 'response' ? t('Go to the request') : t('Go to the response');
    actions.push({ id: 'frame-pair', icon: 'arrow-swap', words, run: () => jumps.jump(partner) });
    const compare = (): void => attempt(traffic, link.request('traffic/compare', { left: row.seq, right: partner }));
    actions.push({ id: 'frame-compare', icon: 'diff', words: t('Compare with its other half'), run: compare });
  }
  const call = row.kind === 'request' ? row.seq : row.pair;
  if (row.method === 'tools/call' && row.name !== undefined && call !== undefined) {
    const resend = (): void => attempt(traffic, link.request('traffic/resend', { seq: call }));
    actions.push({ id: 'frame-resend', icon: 'edit', words: t('Edit and resend in the Inspector'), run: resend });
  }
  const { rules } = jumps;
  if (rules && row.method === 'tools/call' && row.name !== undefined) {
    const rule = { server: row.server, tool: row.name, action: { kind: 'pause', on: 'request' } } as const;
    actions.push({
      id: 'frame-break',
      icon: 'debug-breakpoint',
      words: t('Pause every call of this tool'),
      run: () => rules.add(rule),
    });
  }
  actions.push({
    id: 'frame-only',
    icon: 'filter',
    words: row.name === undefined ? t('Show only this method') : t('Show only this tool'),
    run: () => jumps.showOnly(onlyQuery(row)),
  });
  const isPinned = traffic.pins.has(row);
  actions.push({
    id: 'frame-pin',
    icon: isPinned ? 'pinned' : 'pin',
    words: isPinned ? t('Unpin (P)') : t('Pin (P)'),
    pressed: isPinned,
    run: () => traffic.togglePin(row),
  });
  return actions;
}

function bodyActions(body: Body, text: ReturnType<typeof useActions>): Action[] {
  if (body.kind !== 'ready') return [];
  const language = body.parsed.ok ? 'json' : 'plaintext';
  return [
    { id: 'frame-copy', icon: 'copy', words: t('Copy'), run: () => text.copy(prettyBody(body)) },
    {
      id: 'frame-open',
      icon: 'open-in-window',
      words: t('Open in editor'),
      run: () => text.open(prettyBody(body), language),
    },
  ];
}
