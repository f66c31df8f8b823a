import { type ReadonlySignal, signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { ClientRequestView, ModelView, SampleMessage } from '../../../src/contract/clientRequests.ts';
import { Form } from '../form/form.ts';
import type { HostLink } from '../../platform/hostLink.ts';

type DraftState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'drafting' }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

/** A request from a server to the user (elicitation or sampling), with the user's input so far. */
export class ClientRequest {
  readonly view: ClientRequestView;
  /** For an elicitation: the same form as for a tool. */
  readonly form: Form | undefined;
  readonly tab = signal('form');
  /** For a sampling request: the input of the model, and its draft or the user's own response. */
  readonly system = signal('');
  readonly messages = signal<readonly SampleMessage[]>([]);
  readonly answer = signal('');
  readonly model = signal('');
  readonly draft = signal<DraftState>({ kind: 'idle' });
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly #link: HostLink;

  constructor(view: ClientRequestView, link: HostLink) {
    this.view = view;
    this.#link = link;
    this.form = view.kind === 'form' ? new Form(view.schema) : undefined;
    if (view.kind !== 'sampling') return;
    this.system.value = view.system;
    this.messages.value = view.messages;
  }

  accept(): void {
    if (!this.form) return this.#settle('accept');
    const { value } = this.form.result;
    if (value.ok) this.#settle('accept', value.args);
  }

  decline(): void {
    this.#settle('decline');
  }

  cancel(): void {
    this.#settle('cancel');
  }

  edit(at: number, text: string): void {
    const before = this.messages.peek();
    const role = before[at]?.role;
    if (role !== undefined) this.messages.value = before.with(at, { role, text });
  }

  /** The model's response becomes a draft; nothing is sent to the server yet. */
  async draftWithModel(model: ModelView): Promise<void> {
    const [ask, system, messages] = [this.view.id, this.system.peek(), this.messages.peek()];
    this.draft.value = { kind: 'drafting' };
    try {
      const { text, model: id } = await this.#link.request('models/generate', {
        request: ask,
        model: model.id,
        system,
        messages,
      });
      this.answer.value = text;
      this.model.value = id;
      this.draft.value = { kind: 'idle' };
    } catch (error) {
      this.draft.value = { kind: 'failed', fault: Fault.from(error).toShape() };
    }
  }

  send(): void {
    const model = this.model.peek().trim() === '' ? 'human' : this.model.peek().trim();
    this.#send(
      this.#link.request('clientRequests/answerSampling', { request: this.view.id, text: this.answer.peek(), model }),
    );
  }

  #settle(action: 'accept' | 'decline' | 'cancel', content?: Readonly<Record<string, unknown>>): void {
    this.#send(
      this.#link.request('clientRequests/answer', { request: this.view.id, action, ...(content && { content }) }),
    );
  }

  #send(answering: Promise<void>): void {
    answering.catch((error: unknown) => (this.failure.value = Fault.from(error).toShape()));
  }
}

/** Requests that servers wait for. One that stays pending keeps the user's input. */
export class ClientRequests {
  readonly #link: HostLink;
  readonly #list = signal<readonly ClientRequest[]>([]);
  readonly models = signal<readonly ModelView[] | undefined>(undefined);

  constructor(link: HostLink) {
    this.#link = link;
  }

  get list(): ReadonlySignal<readonly ClientRequest[]> {
    return this.#list;
  }

  update(views: readonly ClientRequestView[]): void {
    const before = new Map(this.#list.peek().map((request) => [request.view.id, request]));
    this.#list.value = views.map((view) => before.get(view.id) ?? new ClientRequest(view, this.#link));
    if (views.some(({ kind }) => kind === 'sampling') && !this.models.peek()) void this.#loadModels();
  }

  async #loadModels(): Promise<void> {
    try {
      this.models.value = await this.#link.request('models/list', undefined);
    } catch {
      this.models.value = []; // then the user writes the response
    }
  }
}
