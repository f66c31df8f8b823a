import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { mayCache } from '../../core/gateway/calls/resultCache.ts';
import { type Approval, type ToolPolicy, labelOptions } from '../../core/gateway/exposure/agentPolicy.ts';
import { toolLabels } from '../../core/gateway/exposure/toolLabels.ts';
import {
  type PolicyChange,
  everyTool,
  hasPolicy,
  policyIn,
  withPolicy,
  withoutPolicy,
} from '../../core/gateway/exposure/writeAgentPolicy.ts';
import { type FlowLabel, flowLabels } from '../../core/trust/flows/flowLabels.ts';
import { labelName } from '../../core/trust/flows/labelText.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import type { App } from '../shell/app.ts';
import { changeAgentServers, readAgentServers } from './agentSettings.ts';
import { isExposed, exposeServer } from './exposeServers.ts';
import { approvalWords, flowsWords } from './policyText.ts';

interface RuleRow extends vscode.QuickPickItem {
  /** `undefined` if the user cancelled. */
  change(): Promise<PolicyChange | 'reset' | undefined> | PolicyChange | 'reset';
}

interface Subject {
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  /** False if the tool is not marked read-only. */
  readonly cacheable: boolean;
  /** Absent for all tools, and for one that is not listed now. */
  readonly definition?: ToolDefinition;
}

/** Rules for what agents may do with a tool, or with all tools of a server that have no rule of their own. */
export async function editAgentPolicy(app: App, server: string, tool = everyTool): Promise<void> {
  if (server === app.core.embeddedId)
    return void showMessage(
      'information',
      vscode.l10n.t(
        'The setting mcpSwitchboard.agents.exposeAs controls how the embedded server is exposed to agents.',
      ),
    );
  if (!isExposed(app, server)) await exposeServer(app, server);
  const subject = subjectOf(app, server, tool);
  let active: number | undefined;
  while (isExposed(app, server)) {
    const rows = rowsFor(subject, readAgentServers(app.ports).servers[server]);
    const row = await pick(rows, subject.title, active);
    if (!row) return;
    active = rows.indexOf(row);
    const change = await row.change();
    const entry = readAgentServers(app.ports).servers[server];
    const next = change === 'reset' ? withoutPolicy(entry, tool) : change && withPolicy(entry, tool, change);
    if (next !== undefined) await changeAgentServers(app.ports, { [server]: next });
  }
}

function subjectOf({ core }: App, id: string, tool: string): Subject {
  const server = core.server(id);
  const definition = server.tools.value.find(({ name }) => name === tool);
  const title =
    tool === everyTool
      ? vscode.l10n.t('Agent Tool Policy: All Tools of "{0}"', server.label)
      : vscode.l10n.t('Agent Tool Policy: {0} of "{1}"', tool, server.label);
  const cacheable = definition === undefined || mayCache(definition);
  return { server: id, tool, title, cacheable, ...(definition && { definition }) };
}

function rowsFor(subject: Subject, entry: unknown): readonly RuleRow[] {
  const { tool, cacheable } = subject;
  const { enabled, approval, perMinute, cacheSeconds } = policyIn(entry, tool);
  const rows: RuleRow[] = [
    {
      label: enabled
        ? vscode.l10n.t('$(check) Exposed to agents')
        : vscode.l10n.t('$(circle-slash) Not exposed to agents'),
      detail: enabled ? vscode.l10n.t('Select to hide from agents') : vscode.l10n.t('Select to expose to agents'),
      change: () => ({ enabled: !enabled }),
    },
    {
      label: vscode.l10n.t('$(shield) Approval'),
      description: approvalWords(approval),
      change: () => askApproval(approval),
    },
    {
      label: vscode.l10n.t('$(dashboard) Calls per minute'),
      description:
        perMinute === undefined ? vscode.l10n.t('no limit') : vscode.l10n.t('at most {0} per minute', perMinute),
      change: async () => limitOf('perMinute', await askCount(perMinuteQuestion(), perMinute)),
    },
    {
      label: vscode.l10n.t('$(history) Cache results'),
      description: cacheSeconds === 0 ? vscode.l10n.t('never') : vscode.l10n.t('{0} s', cacheSeconds),
      ...(!cacheable && {
        detail: vscode.l10n.t('No effect: the tool is not marked read-only and idempotent'),
      }),
      change: async () => limitOf('cacheSeconds', await askCount(cacheQuestion(), cacheSeconds || undefined)),
    },
    ...flowRows(subject, policyIn(entry, tool)),
  ];
  if (!hasPolicy(entry, tool)) return rows;
  return [...rows, { label: vscode.l10n.t('$(discard) Reset to default'), change: () => 'reset' }];
}

/** Whether the tool may complete a toxic flow, and what it does to a session. */
function flowRows({ definition }: Subject, policy: ToolPolicy): readonly RuleRow[] {
  const { flows = 'ask' } = policy;
  const labels = definition ? toolLabels(definition, policy) : new Set<FlowLabel>();
  return [
    {
      label: vscode.l10n.t('$(export) Sending data out'),
      description: flowsWords(flows),
      change: () => ({ flows: flows === 'ask' ? 'allow' : undefined }),
    },
    ...flowLabels.map((label): RuleRow => {
      const correction = policy[labelOptions[label]];
      const isSet = correction ?? labels.has(label);
      const source = correction === undefined ? [vscode.l10n.t('by its name and annotations')] : [];
      const known = definition || correction !== undefined ? [yesOrNo(isSet)] : [];
      return {
        label: `$(tag) ${labelName(label)}`,
        description: [...known, ...source].join(', '),
        change: () => askCorrection(label, correction),
      };
    }),
  ];
}

function yesOrNo(value: boolean): string {
  return value ? vscode.l10n.t('yes') : vscode.l10n.t('no');
}

async function askCorrection(label: FlowLabel, now: boolean | undefined): Promise<PolicyChange | undefined> {
  const rows = ([undefined, true, false] as const).map((value) => ({
    label: value === undefined ? vscode.l10n.t('by its name and annotations') : yesOrNo(value),
    description: value === now ? vscode.l10n.t('current') : '',
    value,
  }));
  const picked = await vscode.window.showQuickPick(rows, { title: labelName(label) });
  return picked && { [labelOptions[label]]: picked.value };
}

/** Closing keeps the old value; an empty input removes the limit. */
function limitOf(key: 'perMinute' | 'cacheSeconds', answer: string | undefined): PolicyChange | undefined {
  if (answer === undefined) return undefined;
  return { [key]: answer.trim() === '' ? undefined : Number(answer) };
}

function pick(rows: readonly RuleRow[], title: string, active: number | undefined): Promise<RuleRow | undefined> {
  const box = vscode.window.createQuickPick<RuleRow>();
  box.title = title;
  box.placeholder = vscode.l10n.t('Select a rule to change it, or press Escape to finish');
  box.items = rows;
  const at = active === undefined ? undefined : rows[active];
  if (at) box.activeItems = [at];
  return new Promise<RuleRow | undefined>((resolve) => {
    box.onDidAccept(() => resolve(box.selectedItems[0]));
    box.onDidHide(() => resolve(undefined));
    box.show();
  }).finally(() => box.dispose());
}

async function askApproval(now: Approval): Promise<PolicyChange | undefined> {
  const kinds: readonly Approval[] = ['agent', 'once', 'always'];
  const rows = kinds.map((kind) => ({
    label: approvalWords(kind),
    approval: kind,
    description: kind === now ? vscode.l10n.t('current') : '',
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Select when to ask for approval of a call'),
  });
  return picked && { approval: picked.approval };
}

const perMinuteQuestion = (): string =>
  vscode.l10n.t('How many calls per minute may all agents make in total? Leave empty for no limit.');
const cacheQuestion = (): string =>
  vscode.l10n.t('For how many seconds are results cached? Leave empty to disable caching.');

function askCount(prompt: string, now: number | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    prompt,
    value: now === undefined ? '' : String(now),
    validateInput: (text) =>
      /^\s*\d{0,6}\s*$/.test(text) ? undefined : vscode.l10n.t('Enter an integer, or leave empty'),
  });
}
