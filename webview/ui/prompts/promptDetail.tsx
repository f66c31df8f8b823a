import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PromptView } from '../../../src/contract/browse.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import { keyOf } from '../../model/browse/browse.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { CompletingField } from '../browse/completingField.tsx';
import { onRunKey } from '../browse/runKey.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { SendAnyway } from '../browse/sendAnyway.tsx';
import { PromptMessages } from './promptMessages.tsx';
import { Description } from '../results/description.tsx';
import { SourceButton } from '../source/sourceButton.tsx';
import { Head } from '../components/layout/head.tsx';

interface PromptDetailProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly prompt: PromptView;
}

export function PromptDetail({ inspector, server, prompt }: PromptDetailProps): JSX.Element {
  const { browse } = inspector;
  const key = keyOf(server.id, prompt.name);
  const values = browse.drafts.of(key).value;
  const attempted = useSignal(false);
  const missing = (prompt.arguments ?? []).filter(({ name, required }) => required && values[name] === undefined);
  const send = (): void => {
    if (server.state === 'connected') browse.getPrompt(server.id, prompt.name, values);
  };
  const get = (): void => {
    attempted.value = true;
    if (missing.length === 0) send();
  };
  const reported = attempted.value ? missing : [];
  return (
    <article class="item" data-testid="prompt-detail" data-prompt={prompt.name} onKeyDown={onRunKey(get)}>
      <PromptHead inspector={inspector} server={server} prompt={prompt} />
      <PromptArguments inspector={inspector} server={server} prompt={prompt} missing={reported} />
      <div class="run-line">
        <Button
          appearance="primary"
          data-testid="get-prompt"
          disabled={server.state !== 'connected'}
          title={t('Get Prompt (Ctrl+Enter)')}
          onClick={get}
        >
          <Icon name="play" slot="start" />
          {t('Get Prompt')}
        </Button>
        {reported.length > 0 && <MissingArguments missing={reported} onSend={send} />}
      </div>
      <PromptMessages inspector={inspector} requestKey={key} />
    </article>
  );
}

type Arguments = NonNullable<PromptView['arguments']>;

interface PromptArgumentsProps extends PromptDetailProps {
  readonly missing: Arguments;
}

function PromptArguments({ inspector: { browse }, server, prompt, missing }: PromptArgumentsProps): JSX.Element {
  const key = keyOf(server.id, prompt.name);
  const values = browse.drafts.of(key).value;
  return (
    <section class="fields" aria-label={t('Arguments')}>
      {(prompt.arguments ?? []).map(({ name, title, description, required }) => (
        <CompletingField
          key={name}
          name={name}
          label={title ?? name}
          description={description}
          required={required}
          value={values[name] ?? ''}
          invalid={missing.some((each) => each.name === name)}
          onInput={(text) => browse.drafts.set(key, name, text)}
          complete={(typed, signal) => {
            const { [name]: _, ...others } = values;
            return browse.complete(server.id, { prompt: prompt.name }, name, typed, others, signal);
          }}
        />
      ))}
    </section>
  );
}

function MissingArguments({ missing, onSend }: { missing: Arguments; onSend: () => void }): JSX.Element {
  return (
    <>
      <span class="field-error" role="alert">
        {t('Missing: {0}', missing.map(({ title, name }) => title ?? name).join(', '))}
      </span>
      <SendAnyway onClick={onSend} />
    </>
  );
}

function PromptHead({ inspector, server, prompt: { name, title, description } }: PromptDetailProps): JSX.Element {
  return (
    <>
      <Head
        title={title ?? name}
        facts={title !== undefined && <code class="muted">{name}</code>}
        actions={<SourceButton inspector={inspector} server={server} kind="prompt" name={name} />}
      />
      {description !== undefined && <Description text={description} />}
    </>
  );
}
