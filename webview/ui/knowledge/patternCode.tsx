import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PatternExample } from '../../../src/contract/knowledge.ts';
import { t } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';
import { Tabs } from '../components/tabs.tsx';
import { IconButton } from '../components/iconButton.tsx';

/** Bad and good code, a tab for each language. */
export function PatternCode({ examples }: { examples: readonly PatternExample[] }): JSX.Element {
  const at = useSignal(0);
  const shown = examples[at.value] ?? examples[0];
  const tabs = examples.map((example, index) => ({ id: String(index), label: nameOf(example) }));
  return (
    <section class="block pattern-section" data-testid="pattern-code">
      <h3>{t('Code')}</h3>
      {tabs.length > 1 && (
        <Tabs
          label={t('Languages')}
          tabs={tabs}
          current={String(at.value)}
          onChange={(id) => (at.value = Number(id))}
        />
      )}
      {shown && <Snippet title={t('Before, in {0}', nameOf(shown))} code={shown.bad} />}
      {shown && <Snippet title={t('After, in {0}', nameOf(shown))} code={shown.good} />}
    </section>
  );
}

function Snippet({ title, code }: { title: string; code: string }): JSX.Element {
  const actions = useActions();
  const label = t('Copy {0}', title);
  return (
    <figure class="block">
      <figcaption class="block-head">
        <span class="block-title grow">{title}</span>
        <IconButton icon="copy" label={label} onClick={() => actions.copy(code.trimEnd())} />
      </figcaption>
      <pre class="block-text" tabIndex={0} aria-label={title}>
        {code.trimEnd()}
      </pre>
    </figure>
  );
}

function nameOf({ language, framework }: PatternExample): string {
  return framework === undefined ? language : `${language}, ${framework}`;
}
