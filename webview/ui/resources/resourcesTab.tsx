import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ServerView } from '../../../src/contract/inspector.ts';
import { keyOf, type ResourceItem } from '../../model/browse/browse.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { Arrivals } from '../../model/servers/arrivals.ts';
import { valueIn } from '../../platform/loaded.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Detail } from '../browse/detail.tsx';
import { EmptyList, isNoneOffered } from '../browse/emptyList.tsx';
import { ItemList, type ListItem } from '../browse/itemList.tsx';
import { savedScroll } from '../browse/savedScroll.ts';
import { ResourceDetail } from './resourceDetail.tsx';
import { TemplateDetail } from './templateDetail.tsx';
import { ListAndDetail } from '../browse/listAndDetail.tsx';
import { Empty } from '../components/layout/empty.tsx';

interface TabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

export function ResourcesTab({ inspector, server }: TabProps): JSX.Element {
  const { navigation, browse } = inspector;
  const chosen = navigation.chosen('resources', server.id);
  const item = browse.resources.value.find(({ id }) => id === chosen);
  const isNone = isNoneOffered(browse.offers.of(server.id).value, browse.resources.value);
  return (
    <ListAndDetail
      isChosen={chosen !== undefined}
      isNone={isNone}
      list={<ResourceList inspector={inspector} server={server} />}
      detail={
        <Detail
          inspector={inspector}
          label={t('Resource')}
          listName={t('Resources')}
          scrollKey={`resource ${server.id} ${chosen ?? ''}`}
          onBack={() => navigation.choose('resources', server.id, undefined)}
        >
          {item?.kind === 'template' && (
            <TemplateDetail key={item.id} inspector={inspector} server={server} item={item} />
          )}
          {item?.kind !== 'template' && chosen !== undefined && (
            <ResourceDetail
              key={chosen}
              inspector={inspector}
              server={server}
              item={item ?? { kind: 'resource', id: chosen, name: chosen }}
            />
          )}
          {chosen === undefined && <Empty icon="file" text={t('Select a resource to read it.')} />}
        </Detail>
      }
    />
  );
}

function ResourceList({ inspector, server }: TabProps): JSX.Element {
  const { navigation, browse } = inspector;
  const items = browse.shownResources.value;
  const arrivals = useMemo(() => new Arrivals<ResourceItem>(({ id }) => id), []);
  const arrived = arrivals.in(server.id, browse.resources.value);
  const chosen = navigation.chosen('resources', server.id);
  const facts = valueIn(browse.facts.of(server.id).value);
  const updated = browse.updated.value;
  const toRow = ({ kind, id, name, description, mimeType }: ResourceItem): ListItem => ({
    id,
    name,
    about: description ?? id,
    title: [id, mimeType, description].filter(Boolean).join('\n'),
    icon: kind === 'template' ? 'library' : 'file',
    isNew: arrived.has(id),
    marks: [
      ...(updated.has(keyOf(server.id, id)) ? [{ label: t('Changed since last read'), icon: 'refresh' as const }] : []),
      ...(facts?.subscribed.includes(id) ? [{ label: t('Subscribed to updates'), icon: 'bell' as const }] : []),
    ],
  });
  const pick = (item: ResourceItem): void => {
    navigation.choose('resources', server.id, item.id);
    const isRead = browse.reads.of(keyOf(server.id, item.id)).peek().kind !== 'none';
    if (item.kind === 'resource' && !isRead) browse.read(server.id, item.id);
  };
  return (
    <ItemList
      label={t('Resources')}
      searchLabel={t('Search resources')}
      testId="resource"
      query={browse.resourceQuery}
      count={items.length}
      item={(index) => toRow(items[index] as ResourceItem)}
      selected={items.findIndex(({ id }) => id === chosen)}
      found={tn(items.length, '{0} resource found', '{0} resources found')}
      scroll={savedScroll(navigation, `resources ${server.id}`)}
      onPick={(index) => pick(items[index] as ResourceItem)}
      empty={
        <EmptyList
          inspector={inspector}
          server={server}
          icon="file"
          state={browse.offers.of(server.id).value}
          text={browse.resources.value.length === 0 ? t('This server has no resources.') : t('No matching resources.')}
          isNone={browse.resources.value.length === 0}
          onRetry={() => void browse.offers.load(server.id)}
        />
      }
    />
  );
}
