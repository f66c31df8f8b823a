import type { JSX } from 'preact';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { attempt, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t } from '../../../platform/l10n.ts';
import { IconButton } from '../../components/iconButton.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { useActions } from '../../components/textActions.ts';
import { type Body, bodyText } from './frameBody.ts';
import { type FrameNavigation, rowActions } from './rowActions.ts';

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
  const { row, navigation } = props;
  const actions = [...(row ? rowActions(props, row) : []), ...bodyActions(props, text)];
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

function bodyActions({ traffic, body }: DetailsActionsProps, text: ReturnType<typeof useActions>): MenuItem[] {
  if (body.kind !== 'loaded') return [];
  const language = typeof body.value === 'string' ? 'plaintext' : 'json';
  const give = (take: (whole: string) => void): void =>
    attempt(
      traffic,
      bodyText(traffic, body).then((whole) => take(whole ?? '')),
    );
  return [
    { testId: 'frame-copy', icon: 'copy', label: t('Copy'), onClick: () => give((whole) => text.copy(whole)) },
    {
      testId: 'frame-open',
      icon: 'open-in-window',
      label: t('Open in Editor'),
      onClick: () => give((whole) => text.open(whole, language)),
    },
  ];
}
