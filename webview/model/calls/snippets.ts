import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { SnippetKind } from '../../../src/contract/calls.ts';
import type { HostLink } from '../../platform/hostLink.ts';

type SnippetState =
  | { readonly kind: 'none' }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

interface SnippetCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A call as code. The host generates it, because only the host knows how to reach the server. */
export class Snippets {
  readonly state = signal<SnippetState>({ kind: 'none' });
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
  }

  async copy(kind: SnippetKind, { server, tool, args }: SnippetCall): Promise<void> {
    try {
      const { text } = await this.#link.request('calls/snippet', { kind, server, tool, args });
      this.state.value = { kind: 'copied', text };
    } catch (error) {
      this.state.value = { kind: 'failed', fault: Fault.from(error).toShape() };
    }
  }
}
