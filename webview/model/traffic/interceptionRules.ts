import { displayName } from '../../../src/contract/toolName.ts';
import { computed, signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { Handlers } from '../../../src/contract/rpc/contract.ts';
import type { WebviewContract } from '../../../src/contract/inspector.ts';
import type {
  HeldCall,
  NewRule,
  RuleAction,
  RulesSnapshot,
  RuleView,
} from '../../../src/contract/traffic/interceptionRules.ts';
import { t } from '../../platform/l10n.ts';
import type { HostLink } from '../../platform/hostLink.ts';

type RulesHandlers = Pick<Handlers<WebviewContract>, 'rules/changed' | 'servers/changed'>;

/** The fields of a rule as the form has them: text until the rule is added. */
export interface RuleDraft {
  readonly kind: 'pauseRequest' | 'pauseResponse' | 'delay' | 'fail' | 'answer';
  readonly server: string;
  readonly tool: string;
  readonly ms: string;
  readonly code: string;
  readonly message: string;
  readonly recording: string;
}

const emptyDraft: RuleDraft = {
  kind: 'pauseRequest',
  server: '',
  tool: '',
  ms: '1000',
  code: '-32603',
  message: 'Made to fail by a rule',
  recording: '',
};

/** Interception rules, and the calls that they hold. The host owns both. */
export class InterceptionRules {
  readonly snapshot = signal<RulesSnapshot>({ rules: [], held: [] });
  readonly servers = signal<readonly string[]>([]);
  readonly draft = signal<RuleDraft>(emptyDraft);
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly active = computed(() => this.snapshot.value.rules.filter(({ enabled }) => enabled).length);
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
  }

  async begin(): Promise<void> {
    this.snapshot.value = await this.#link.request('rules/get', undefined);
  }

  handlers(): RulesHandlers {
    return {
      'rules/changed': (snapshot) => void (this.snapshot.value = snapshot),
      'servers/changed': ({ servers }) => void (this.servers.value = servers.map(({ id }) => id)),
    };
  }

  change(change: Partial<RuleDraft>): void {
    this.draft.value = { ...this.draft.value, ...change };
  }

  add(rule: NewRule): void {
    this.#attempt(this.#link.request('rules/add', rule));
  }

  addDraft(): void {
    const { server, tool } = this.draft.value;
    const where = { ...(server !== '' && { server }), ...(tool !== '' && { tool }) };
    this.add({ ...where, action: actionOf(this.draft.value) });
  }

  /** A rule for every call, with the values that the form begins with. */
  addExample(kind: RuleDraft['kind']): void {
    this.add({ action: actionOf({ ...emptyDraft, kind }) });
  }

  enable({ id }: RuleView, enabled: boolean): void {
    this.#attempt(this.#link.request('rules/enable', { id, enabled }));
  }

  remove({ id }: RuleView): void {
    this.#attempt(this.#link.request('rules/remove', { id }));
  }

  clear(): void {
    this.#attempt(this.#link.request('rules/clear', undefined));
  }

  async pickRecording(): Promise<void> {
    const { path } = await this.#link.request('rules/pickRecording', undefined);
    if (path !== undefined) this.change({ recording: path });
  }

  heldText({ id }: HeldCall): Promise<{ readonly text: string }> {
    return this.#link.request('rules/held', { id });
  }

  release({ id }: HeldCall, how: 'continue' | 'drop', text?: string): void {
    this.#attempt(this.#link.request('rules/release', { id, how, ...(text !== undefined && { text }) }));
  }

  #attempt(doing: Promise<unknown>): void {
    this.failure.value = undefined;
    doing.catch((error: unknown) => (this.failure.value = Fault.from(error).toShape()));
  }
}

function actionOf({ kind, ms, code, message, recording }: RuleDraft): RuleAction {
  switch (kind) {
    case 'pauseRequest':
      return { kind: 'pause', on: 'request' };
    case 'pauseResponse':
      return { kind: 'pause', on: 'response' };
    case 'delay':
      return { kind: 'delay', ms: Number(ms) };
    case 'fail':
      return { kind: 'fail', code: Number(code), message };
    case 'answer':
      return { kind: 'answer', recording };
    default:
      return kind satisfies never;
  }
}

/** What a rule does, as one sentence. */
export function ruleText({ action, server, tool, method }: RuleView): string {
  const what = tool ?? method ?? t('all tools');
  const isOneTool = server !== undefined && tool !== undefined;
  const where = isOneTool ? displayName({ server, tool }) : server === undefined ? what : t('{0} of {1}', what, server);
  switch (action.kind) {
    case 'pause':
      return action.on === 'request' ? t('Pause requests of {0}', where) : t('Pause responses of {0}', where);
    case 'delay':
      return t('Delay {0} by {1} ms', where, action.ms);
    case 'fail':
      return t('Fail {0} with {1}: {2}', where, action.code, action.message);
    case 'answer':
      return t('Respond to {0} from {1}', where, action.recording.replace(/^.*[\\/]/, ''));
    default:
      return action satisfies never;
  }
}
