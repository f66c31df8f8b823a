import type { ComponentChild } from 'preact';
import type { Handlers } from '../../src/protocol/contract.ts';
import type { WebviewContract } from '../../src/protocol/inspector.ts';
import type { PageState } from '../platform/pageState.ts';
import type { HostLink } from '../platform/hostLink.ts';

export interface Page {
  /** Whole: a new method of the contract does not compile until each page handles it or says that it ignores it. */
  readonly handlers: Handlers<WebviewContract>;
  readonly content: ComponentChild;
  begin(): Promise<void>;
}

/** Each page is a chunk of its own: what a page does not show, it does not load. */
export type OpenPage = (link: HostLink, saved: PageState) => Page;

/** The host tells every page everything. A page names what does not concern it, and this takes it. */
export function ignore(): void {}
