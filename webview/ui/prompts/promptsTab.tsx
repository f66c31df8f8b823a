import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PromptView } from '../../../src/contract/browse.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { titleBeside } from '../../model/browse/titleBeside.ts';
import { Arrivals } from '../../model/servers/arrivals.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Detail } from '../browse/detail.tsx';
import { EmptyList, isNoneOffered } from '../browse/emptyList.tsx';
import { ItemList } from '../browse/itemList.tsx';
import { savedScroll } from '../browse/savedScroll.ts';
import { PromptDetail } from './promptDetail.tsx';
import { ListAndDetail } from '../browse/listAndDetail.tsx';
import { Empty } from '../components/layout/empty.tsx';

interface TabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

export function PromptsTab({ inspector, server }: TabProps): JSX.Element {
  const { navigation, browse } = inspector;
  const chosen = navigation.chosen('prompts', server.id);
  const prompt = browse.prompts.value.find(({ name }) => name === chosen);
  const isNone = isNoneOffered(browse.offers.of(server.id).value, browse.prompts.value);
  return (
    <ListAndDetail
      isChosen={chosen !== undefined}
      isNone={isNone}
      list={<PromptList inspector={inspector} server={server} />}
      detail={
        <Detail
          inspector={inspector}
          label={t('Prompt')}
          listName={t('Prompts')}
          scrollKey={`prompt ${server.id} ${chosen ?? ''}`}
          onBack={() => navigation.choose('prompts', server.id, undefined)}
        >
          {prompt && <PromptDetail key={prompt.name} inspector={inspector} server={server} prompt={prompt} />}
          {!prompt && (
            <Empty
              icon="comment"
              text={
                chosen === undefined
                  ? t('Select a prompt to fill in its arguments and get its messages.')
                  : t('The server no longer has "{0}".', chosen)
              }
            />
          )}
        </Detail>
      }
    />
  );
}

function PromptList({ inspector, server }: TabProps): JSX.Element {
  const { navigation, browse } = inspector;
  const prompts = browse.shownPrompts.value;
  const arrivals = useMemo(() => new Arrivals<PromptView>(({ name }) => name), []);
  const arrived = arrivals.in(server.id, browse.prompts.value);
  const chosen = navigation.chosen('prompts', server.id);
  return (
    <ItemList
      label={t('Prompts')}
      searchLabel={t('Search prompts')}
      testId="prompt"
      query={browse.promptQuery}
      count={prompts.length}
      item={(index) => {
        const prompt = prompts[index] as PromptView;
        const { name, description } = prompt;
        const about = titleBeside(prompt) ?? description;
        return { id: name, name, about, title: description, isNew: arrived.has(name) };
      }}
      selected={prompts.findIndex(({ name }) => name === chosen)}
      found={tn(prompts.length, '{0} prompt found', '{0} prompts found')}
      scroll={savedScroll(navigation, `prompts ${server.id}`)}
      onPick={(index) => navigation.choose('prompts', server.id, prompts[index]?.name)}
      empty={
        <EmptyList
          inspector={inspector}
          server={server}
          icon="comment"
          state={browse.offers.of(server.id).value}
          text={browse.prompts.value.length === 0 ? t('This server has no prompts.') : t('No matching prompts.')}
          isNone={browse.prompts.value.length === 0}
          onRetry={() => void browse.offers.load(server.id)}
        />
      }
    />
  );
}
