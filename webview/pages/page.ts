import type { ComponentChild } from 'preact';
import type { Handlers } from '../../src/contract/contract.ts';
import type { WebviewContract } from '../../src/contract/inspector.ts';
import type { Saved } from '../model/saved.ts';
import type { HostLink } from '../model/servers.ts';

export interface Page {
  readonly handlers: Partial<Handlers<WebviewContract>>;
  readonly content: ComponentChild;
  begin(): Promise<void>;
}

/** Each page is a chunk of its own: what a page does not show, it does not load. */
export type OpenPage = (link: HostLink, saved: Saved) => Page;
