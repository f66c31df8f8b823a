import type { JSX } from 'preact';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { useActions } from '../components/textActions.ts';
import { useReader } from './resourceReader.ts';

/** Opened only through the extension, which shows the complete URL and asks first. */
export function LinkBlock({ block }: { block: Record<string, unknown> }): JSX.Element {
  const actions = useActions();
  const read = useReader();
  const uri = String(block['uri'] ?? '');
  return (
    <div class="block" data-testid="content-link">
      <div class="block-head">
        <h3 class="facts grow">
          <strong class="break">{String(block['title'] ?? block['name'] ?? '')}</strong>
          <span class="block-title">{t('Resource link')}</span>
        </h3>
        <div class="actions">
          {read && <IconButton icon="file" label={t('Read')} testId="read-link" onClick={() => read(uri)} />}
          <IconButton icon="copy" label={t('Copy URI')} testId="copy-link" onClick={() => actions.copy(uri)} />
          {/^https?:/.test(uri) && (
            <IconButton
              icon="link-external"
              label={t('Open in Browser')}
              testId="open-link"
              onClick={() => actions.openLink(uri)}
            />
          )}
        </div>
      </div>
      <code class="break">{uri}</code>
      {typeof block['description'] === 'string' && <p class="muted pre-wrap">{block['description']}</p>}
    </div>
  );
}
