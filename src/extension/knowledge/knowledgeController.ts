import { signal } from '@preact/signals-core';
import type { ServerHost } from '../../core/mcpServer/host.ts';
import { type KnowledgeStore, knowledgeOf } from '../../core/knowledge/base/knowledgeStore.ts';
import type { KnowledgeWish } from '../../contract/knowledge.ts';
import type { App } from '../shell/app.ts';

/** The knowledge base of the window: its store, and what a command last asked to show. */
export class KnowledgeController {
  readonly store: KnowledgeStore;
  readonly wish = signal<KnowledgeWish | undefined>(undefined);

  readonly openAddress: (url: string) => Promise<void>;
  /** The user's display language. */
  readonly locale: string;

  constructor(host: ServerHost, openAddress: (url: string) => Promise<void>, locale: string) {
    this.store = knowledgeOf(host);
    this.openAddress = openAddress;
    this.locale = locale;
  }

  /** By `at` a reloaded page knows whether it has already shown this. */
  show(what: Omit<KnowledgeWish, 'at'>): void {
    this.wish.value = { ...what, at: Date.now() };
  }
}

export interface KnowledgeApp extends App {
  readonly knowledge: KnowledgeController;
}
