import type { ComponentChild } from 'preact';
import type { Handlers } from '../../src/protocol/contract.ts';
import type { WebviewContract } from '../../src/protocol/inspector.ts';
import type { Saved } from '../platform/pageState.ts';
import type { HostLink } from '../platform/hostLink.ts';

export interface Page {
  readonly handlers: Partial<Handlers<WebviewContract>>;
  readonly content: ComponentChild;
  begin(): Promise<void>;
}

/** Each page is a chunk of its own: what a page does not show, it does not load. */
export type OpenPage = (link: HostLink, saved: Saved) => Page;
