import type { JSX } from 'preact';
import type { ServerView, ToolView } from '../../../src/protocol/inspector.ts';
import type { Inspector } from '../../model/inspector.ts';
import { t, tn } from '../../text.ts';
import { Detail } from '../browse/detail.tsx';
import { ProgressRing, Tag } from '../kit.ts';
import { ScrollText } from '../scrollText.tsx';
import { Section } from '../section.tsx';
import { JsonTree } from '../jsonTree.tsx';
import { annotationWords } from './annotations.ts';
import { CallPanel } from './callPanel.tsx';
import { lazy } from '../lazy.tsx';
import { ShowTraffic } from '../traffic/showTraffic.tsx';
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
  const wanted = inspector.servers.tool.value;
  if (wanted === undefined) return <p class="empty muted">{t('Select a tool to see its parameters and run it.')}</p>;
  if (inspector.catalog.value?.kind === 'loading')
    return <ProgressRing class="centre" aria-label={t('Loading tools')} />;
  return <p class="empty muted">{t('The server no longer has "{0}".', wanted)}</p>;
}

interface ToolProps extends ToolDetailProps {
  readonly tool: ToolView;
}

function Tool({ inspector, server, tool }: ToolProps): JSX.Element {
  return (
    <article class="tool" data-testid="tool-detail" data-tool={tool.name}>
      <ToolHeader tool={tool} />
      <ToolWarnings tool={tool} onAccept={() => void inspector.servers.accept(server.id, tool.name)} />
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

/** Old servers say it of each tool; modern ones of themselves, which is looked up when it matters. */
function mayBeTask({ era }: ServerView, { execution }: ToolView): boolean {
  return era === 'modern' || execution?.taskSupport === 'optional' || execution?.taskSupport === 'required';
}

function ToolHeader({ tool }: { tool: ToolView }): JSX.Element {
  const words = annotationWords(tool.annotations);
  return (
    <div class="tool-header">
      <h2 class="tool-title">{tool.title ?? tool.name}</h2>
      {tool.title !== undefined && <code class="muted">{tool.name}</code>}
      <div class="facts">
        {words.map((word) => (
          <Tag key={word} title={t('Stated by the server and not enforced.')}>
            {word}
          </Tag>
        ))}
        {tool.pinned === true && (
          <Tag
            title={t(
              'Pinned to its first-seen definition. If the definition changes, the tool is blocked until you accept the change.',
            )}
          >
            {tool.changed === undefined ? t('Pinned') : t('Changed')}
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
