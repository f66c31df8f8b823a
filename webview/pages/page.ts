import type { ComponentChild } from 'preact';
import type { Handlers } from '../../src/contract/rpc/contract.ts';
import type { WebviewContract } from '../../src/contract/inspector.ts';
import type { PageState } from '../platform/pageState.ts';
import type { HostLink } from '../platform/hostLink.ts';

export interface Page {
  /** Complete: a new method of the contract does not compile until each page handles or ignores it. */
  readonly handlers: Handlers<WebviewContract>;
  readonly content: ComponentChild;
  begin(): Promise<void>;
}

/** Each page is a chunk of its own: it does not load what it does not show. */
export type OpenPage = (link: HostLink, saved: PageState) => Page;

export interface PageModule {
  readonly openPage: OpenPage;
}

/** For notifications that do not concern a page: the host sends all of them to every page. */
export function ignore(): void {}

/** What only the Inspector shows. */
export const ignoreInspector = {
  'catalog/changed': ignore,
  'selection/changed': ignore,
  'wide/changed': ignore,
  'offers/changed': ignore,
  'events/changed': ignore,
  'resources/updated': ignore,
  'calls/changed': ignore,
  'calls/forgotten': ignore,
  'clientRequests/changed': ignore,
  'saved/changed': ignore,
  'tasks/changed': ignore,
  'conformance/changed': ignore,
} as const satisfies Partial<Page['handlers']>;

export const ignoreKnowledge = {
  'knowledge/show': ignore,
  'knowledge/changed': ignore,
} as const satisfies Partial<Page['handlers']>;
