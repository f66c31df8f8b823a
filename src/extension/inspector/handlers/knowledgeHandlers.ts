import { effect } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import { searchPatterns, viewPattern } from '../../../core/knowledge/tools/browse.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { WebviewContract } from '../../../contract/inspector.ts';
import type { knowledgeHostMethods } from '../../../contract/knowledge.ts';
import type { Peer } from '../../../contract/rpc/peer.ts';
import type { KnowledgeController } from '../../knowledge/knowledgeController.ts';

export function knowledgeHandlers({
  store,
  wish,
  openAddress,
  locale,
}: KnowledgeController): Handlers<typeof knowledgeHostMethods> {
  return {
    'knowledge/search': async ({ query, category }) => searchPatterns(await store.current(), query, category),
    'knowledge/get': async ({ id }) => viewPattern(await store.current(), id, locale),
    'knowledge/openLink': async ({ id, link }) => {
      const url = viewPattern(await store.current(), id, locale).links[link]?.url;
      if (url !== undefined) await openAddress(url);
    },
    'knowledge/wanted': () => wish.value,
  };
}

export function notifyKnowledgeChanges(
  { store, wish }: KnowledgeController,
  peer: Pick<Peer<WebviewContract>, 'note'>,
): Disposable {
  const lifetime = new Lifetime();
  lifetime.defer(
    effect(() => {
      if (wish.value) peer.note('knowledge/show', undefined);
    }),
  );
  lifetime.add(store.onDidChange(() => peer.note('knowledge/changed', undefined)));
  return lifetime;
}
