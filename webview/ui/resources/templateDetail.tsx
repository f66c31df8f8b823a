import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ServerView } from '../../../src/contract/inspector.ts';
import { keyOf, type ResourceItem } from '../../model/browse/browse.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { expandTemplate, parseTemplate } from '../../model/content/uriTemplate.ts';
import { t } from '../../platform/l10n.ts';
import { CompletingField } from '../browse/completingField.tsx';
import { onRunKey } from '../browse/runKey.ts';
import { Notice } from '../components/layout/notice.tsx';
import { ReadLine, ResourceHead } from './resourceDetail.tsx';
import { ResourceContents } from './resourceContents.tsx';

interface TemplateDetailProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly item: ResourceItem;
}

/** A URI template: the user fills in its variables, and the resulting URI is read. */
export function TemplateDetail({ inspector, server, item }: TemplateDetailProps): JSX.Element {
  const { browse } = inspector;
  const template = useMemo(() => parseTemplate(item.id), [item.id]);
  const key = keyOf(server.id, item.id);
  const values = browse.drafts.of(key).value;
  const uri = expandTemplate(template, values);
  const isMissing = template.required.some((name) => values[name] === undefined);
  const read = (): void => {
    if (server.state === 'connected' && !isMissing) browse.read(server.id, uri);
  };
  return (
    <article class="item" data-testid="template-detail" data-uri={item.id} onKeyDown={onRunKey(read)}>
      <ResourceHead inspector={inspector} server={server} item={item} />
      {template.problem !== undefined && <Notice kind="warning">{template.problem}</Notice>}
      <section class="fields" aria-label={t('Variables')}>
        {template.names.map((name) => (
          <CompletingField
            key={name}
            name={name}
            label={name}
            required={template.required.includes(name)}
            value={values[name] ?? ''}
            onInput={(text) => browse.drafts.set(key, name, text)}
            complete={(typed, signal) => {
              const { [name]: _, ...others } = values;
              return browse.complete(server.id, { template: item.id }, name, typed, others, signal);
            }}
          />
        ))}
      </section>
      <div>
        <span class="muted">{t('URI:')} </span>
        <code class="break" data-testid="expanded">
          {uri}
        </code>
      </div>
      <ReadLine inspector={inspector} server={server} uri={uri} disabled={isMissing} />
      <ResourceContents inspector={inspector} server={server.id} uri={uri} />
    </article>
  );
}
