import type { JSX } from 'preact';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import type { Loaded } from '../../platform/loaded.ts';
import { Button } from '../components/kit.ts';
import { Empty } from '../components/layout/empty.tsx';

/** The server was asked, and has none; before that nobody knows. */
export function isNoneOffered(state: Loaded<unknown>, items: readonly unknown[]): boolean {
  return state.kind === 'ready' && items.length === 0;
}

/** Beside an empty list, which says that there is nothing: where to look for what the server offers instead. */
export function NothingOffered({ inspector: { navigation } }: { inspector: Inspector }): JSX.Element {
  return (
    <Empty icon="server" text={t('The server page shows what it offers, and its output.')}>
      <Button onClick={() => (navigation.tab.value = 'server')} data-testid="open-server-page">
        {t('Open Server Page')}
      </Button>
    </Empty>
  );
}
