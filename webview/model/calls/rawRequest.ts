import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { RawAnswer } from '../../../src/contract/raw.ts';
import type { HostLink } from '../../platform/hostLink.ts';

type RawState =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly abort: AbortController }
  | { readonly kind: 'done'; readonly answer: RawAnswer };

/** A JSON-RPC message that the user writes in full, for one server. */
export class RawRequest {
  readonly text = signal('');
  readonly state = signal<RawState>({ kind: 'none' });
  readonly #link: HostLink;
  readonly #server: string;

  constructor(link: HostLink, server: string) {
    this.#link = link;
    this.#server = server;
  }

  /** What is typed before the template comes stays. */
  async fill(method: string): Promise<void> {
    const before = this.text.peek();
    try {
      const { text } = await this.#link.request('raw/template', { server: this.#server, method });
      if (this.text.peek() === before) this.text.value = text;
    } catch (error) {
      this.state.value = failed(Fault.from(error).toShape());
    }
  }

  async send(): Promise<void> {
    const abort = new AbortController();
    this.state.value = { kind: 'sending', abort };
    try {
      const answer = await this.#link.request(
        'raw/send',
        { server: this.#server, text: this.text.peek() },
        abort.signal,
      );
      this.state.value = { kind: 'done', answer };
    } catch (error) {
      this.state.value = failed(Fault.from(error).toShape());
    }
  }
}

function failed(fault: FaultShape): RawState {
  return { kind: 'done', answer: { status: 'failed', fault, durationMs: 0 } };
}
