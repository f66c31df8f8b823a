import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RootView, RootsView } from '../../../src/contract/roots.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { Button, Checkbox } from '../components/kit.ts';

interface RootListProps {
  readonly inspector: Inspector;
  readonly server: string;
  readonly view: RootsView;
}

/** The roots that the server gets on request; the user may choose others. */
export function RootList({ inspector, server, view }: RootListProps): JSX.Element {
  const { browse } = inspector;
  const forAll = useSignal(view.chosenFor === 'all');
  const uris = view.roots.map(({ uri }) => uri);
  const remove = (gone: string): Promise<void> =>
    browse.chooseRoots(
      server,
      forAll.value,
      uris.filter((uri) => uri !== gone),
    );
  return (
    <>
      <p class="muted">{explain(view)}</p>
      <ul class="plain">
        {view.roots.map((root) => (
          <RootRow key={root.uri} root={root} onRemove={() => void remove(root.uri)} />
        ))}
      </ul>
      <div class="run-line">
        <Button data-testid="root-add" onClick={() => void browse.addRoot(server, forAll.value, uris)}>
          {t('Add Folder…')}
        </Button>
        {view.chosenFor !== 'window' && (
          <Button data-testid="root-reset" onClick={() => void browse.resetRoots(server)}>
            {t('Reset Roots')}
          </Button>
        )}
        <Checkbox checked={forAll.value} data-testid="root-all" onChange={(on) => (forAll.value = on)}>
          {t('Apply to all servers')}
        </Checkbox>
      </div>
    </>
  );
}

function RootRow({ root: { uri, name }, onRemove }: { root: RootView; onRemove: () => void }): JSX.Element {
  return (
    <li class="block-head">
      <span class="grow">
        {name} <code class="muted break">{uri}</code>
      </span>
      <IconButton icon="trash" label={t('Remove {0}', name ?? uri)} testId="root-remove" onClick={onRemove} />
    </li>
  );
}

function explain({ chosenFor, roots }: RootsView): string {
  if (chosenFor === 'server') return t('Custom roots for this server.');
  if (chosenFor === 'all') return t('Custom roots for all servers.');
  if (roots.length === 0) return t('No folder is open. The list of roots is empty.');
  return t('The workspace folders are used as roots.');
}
