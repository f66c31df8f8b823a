import type { JSX } from 'preact';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Detail } from '../browse/detail.tsx';
import { ProgressRing, Tag } from '../components/kit.ts';
import { ScrollText } from '../components/scrollText.tsx';
import { Section } from '../components/section.tsx';
import { JsonTree } from '../json/jsonTree.tsx';
import { annotationLabels } from './annotations.ts';
import { CallPanel } from '../calls/callPanel.tsx';
import { lazy } from '../components/lazy.tsx';
import { ShowTraffic } from './showTraffic.tsx';
import { ToolWarnings } from './toolWarnings.tsx';

const RunAsTask = lazy(() => import('../tasks/runAsTask.tsx').then((module) => module.RunAsTask));
const AppSection = lazy(() => import('../apps/appSection.tsx').then((module) => module.AppSection));

interface ToolDetailProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

export function ToolDetail({ inspector, server }: ToolDetailProps): JSX.Element {
  const tool = inspector.tool.value;
  return (
    <Detail
      inspector={inspector}
      label={t('Tool')}
      listName={t('Tools')}
      scrollKey={`tool ${server.id} ${tool?.name ?? ''}`}
      onBack={() => inspector.servers.choose({ server: server.id })}
    >
      {tool ? (
        <Tool key={`${server.id}/${tool.name}`} inspector={inspector} server={server} tool={tool} />
      ) : (
        <NoTool inspector={inspector} />
      )}
    </Detail>
  );
}

function NoTool({ inspector }: { inspector: Inspector }): JSX.Element {
  const name = inspector.servers.tool.value;
  if (name === undefined) return <p class="empty muted">{t('Select a tool to see its parameters and run it.')}</p>;
  if (inspector.catalog.value?.kind === 'loading')
    return <ProgressRing class="centre" aria-label={t('Loading tools')} />;
  return <p class="empty muted">{t('The server no longer has "{0}".', name)}</p>;
}

interface ToolProps extends ToolDetailProps {
  readonly tool: ToolView;
}

function Tool({ inspector, server, tool }: ToolProps): JSX.Element {
  return (
    <article class="tool" data-testid="tool-detail" data-server={server.id} data-tool={tool.name}>
      <ToolHeader tool={tool} />
      <ToolWarnings tool={tool} onAccept={(held) => void inspector.servers.accept(server.id, held)} />
      <CallPanel inspector={inspector} server={server} tool={tool} />
      {mayBeTask(server, tool) && <RunAsTask inspector={inspector} server={server} tool={tool} />}
      {tool.app !== undefined && <AppSection inspector={inspector} server={server} tool={tool} />}
      <ShowTraffic link={inspector.servers.link} server={server.id} tool={tool.name} />
      <Section level={3} title={t('Input schema')} testId="input-schema">
        <JsonTree value={tool.inputSchema} label={t('Input schema')} />
      </Section>
      {tool.outputSchema !== undefined && (
        <Section level={3} title={t('Output schema')} testId="output-schema">
          <JsonTree value={tool.outputSchema} label={t('Output schema')} />
        </Section>
      )}
    </article>
  );
}

/** Legacy servers declare it per tool; modern ones for the whole server, which is checked later. */
function mayBeTask({ era }: ServerView, { execution }: ToolView): boolean {
  return era === 'modern' || execution?.taskSupport === 'optional' || execution?.taskSupport === 'required';
}

function ToolHeader({ tool }: { tool: ToolView }): JSX.Element {
  const labels = annotationLabels(tool.annotations);
  return (
    <div class="tool-header">
      <h2 class="tool-title">{tool.title ?? tool.name}</h2>
      {tool.title !== undefined && <code class="muted">{tool.name}</code>}
      <div class="facts">
        {labels.map((label) => (
          <Tag key={label} title={t('Stated by the server and not enforced.')}>
            {label}
          </Tag>
        ))}
        {tool.pinned === true && (
          <Tag
            title={t(
              'Pinned to its first-seen definition. If the definition changes, the tool is blocked until you accept the change.',
            )}
          >
            {tool.held ? t('Changed') : t('Pinned')}
          </Tag>
        )}
        <span class="muted" title={t('Estimated tokens of this tool definition')}>
          {tn(tool.tokens, '≈ {0} token', '≈ {0} tokens')}
        </span>
      </div>
      {tool.description !== undefined && <ScrollText class="tool-description" text={tool.description} />}
    </div>
  );
}
