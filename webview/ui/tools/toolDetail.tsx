import type { JSX } from 'preact';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { filterQuery } from '../../model/traffic/query/filterQuery.ts';
import { t } from '../../platform/l10n.ts';
import { Detail } from '../browse/detail.tsx';
import { CallPanel } from '../calls/callPanel.tsx';
import { Chip } from '../components/chip.tsx';
import { Empty } from '../components/layout/empty.tsx';
import { Head } from '../components/layout/head.tsx';
import { IconButton } from '../components/iconButton.tsx';
import { ProgressRing } from '../components/kit.ts';
import { Tokens } from '../components/tokens.tsx';
import { Description } from '../results/description.tsx';
import { SourceButton } from '../source/sourceButton.tsx';
import { annotationChips } from './annotations.ts';
import { ToolWarnings } from './toolWarnings.tsx';

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
  if (name === undefined) return <Empty icon="tools" text={t('Select a tool to see its parameters and run it.')} />;
  if (inspector.catalog.value?.kind === 'loading')
    return <ProgressRing class="centre" aria-label={t('Loading tools')} />;
  return <Empty text={t('The server no longer has "{0}".', name)} />;
}

interface ToolProps extends ToolDetailProps {
  readonly tool: ToolView;
}

function Tool({ inspector, server, tool }: ToolProps): JSX.Element {
  return (
    <article class="item is-call" data-testid="tool-detail" data-server={server.id} data-tool={tool.name}>
      <div class="item-top">
        <ToolHead inspector={inspector} server={server} tool={tool} />
        {tool.description !== undefined && <Description text={tool.description} />}
        <ToolWarnings tool={tool} onAccept={(held) => void inspector.servers.accept(server.id, held)} />
      </div>
      <CallPanel inspector={inspector} server={server} tool={tool} />
    </article>
  );
}

function ToolHead({ inspector, server, tool }: ToolProps): JSX.Element {
  const { link } = inspector.servers;
  const query = filterQuery({ server: server.id, name: tool.name });
  return (
    <Head
      title={tool.title ?? tool.name}
      facts={<ToolFacts tool={tool} />}
      actions={
        <>
          <SourceButton inspector={inspector} server={server} kind="tool" name={tool.name} />
          <IconButton
            icon="pulse"
            label={t('Show Traffic')}
            testId="show-traffic"
            onClick={() => void link.request('traffic/show', { query }).catch(() => {})}
          />
        </>
      }
    />
  );
}

/** That a tool is pinned is shown only when its definition has changed: until then it is nothing to act on. */
function ToolFacts({ tool }: { tool: ToolView }): JSX.Element {
  return (
    <>
      {tool.title !== undefined && <code class="muted">{tool.name}</code>}
      {annotationChips(tool.annotations).map(({ label, ...chip }) => (
        <Chip key={label} title={t('Stated by the server and not enforced.')} {...chip}>
          {label}
        </Chip>
      ))}
      {tool.held && (
        <Chip tone="warn" icon="shield">
          {t('Changed')}
        </Chip>
      )}
      <Tokens count={tool.tokens} title={t('Estimated tokens of this tool definition')} />
    </>
  );
}
