import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { Arrivals } from '../../model/servers/arrivals.ts';
import { t, tn } from '../../platform/l10n.ts';
import { EmptyList } from '../browse/emptyList.tsx';
import { ItemList, type ListItem } from '../browse/itemList.tsx';
import { savedScroll } from '../browse/savedScroll.ts';
import { titleBeside } from '../../model/browse/titleBeside.ts';
import { toolMarks } from './annotations.ts';

export function ToolList({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element {
  const tools = inspector.tools.value;
  const chosen = inspector.servers.tool.value;
  const arrivals = useMemo(() => new Arrivals<ToolView>(({ name }) => name), []);
  const arrived = arrivals.in(server.id, inspector.allTools.value);
  return (
    <ItemList
      label={t('Tools')}
      searchLabel={t('Search tools')}
      testId="tool"
      query={inspector.query}
      count={tools.length}
      item={(index) => toItem(tools[index] as ToolView, arrived)}
      selected={chosen === undefined ? -1 : tools.findIndex(({ name }) => name === chosen)}
      found={tn(tools.length, '{0} tool found', '{0} tools found')}
      scroll={savedScroll(inspector.navigation, `tools ${server.id}`)}
      onPick={(index) => inspector.servers.choose({ server: server.id, tool: tools[index]?.name })}
      empty={
        <EmptyList
          inspector={inspector}
          server={server}
          icon="tools"
          state={inspector.catalog.value ?? { kind: 'none' }}
          text={inspector.toolCount.value === 0 ? t('This server has no tools.') : t('No matching tools.')}
          isNone={inspector.toolCount.value === 0}
          onRetry={() => void inspector.catalogs.load(server.id)}
        />
      }
    />
  );
}

function toItem(tool: ToolView, arrived: ReadonlySet<string>): ListItem {
  return {
    id: tool.name,
    name: tool.name,
    about: titleBeside(tool) ?? tool.description,
    title: tool.description,
    marks: toolMarks(tool),
    isNew: arrived.has(tool.name),
  };
}
