import { l10n } from '../../../base/l10n.ts';
import { isRecord } from '../../../base/json.ts';
import type { FlowLabel } from '../../trust/flows/flowLabels.ts';

/** `agent`: the agent decides by its own rules, as VS Code and others do. */
export type Approval = 'agent' | 'once' | 'always';

/** What holds for one tool of an offered server. */
export interface ToolPolicy {
  readonly enabled: boolean;
  /** `once`: a user is asked once while the window is open; `always`: before each call. */
  readonly approval: Approval;
  /** Calls in a minute, by all agents together; absent for as many as they like. */
  readonly perMinute?: number;
  /** How long a result may be given again, where the tool says that it only reads; 0 for never. */
  readonly cacheSeconds: number;
  /** `allow`: the tool may send out even where private data and untrusted content met in a session; absent is `ask`. */
  readonly flows?: 'ask' | 'allow';
  /** The user's word on the labels of the tool; absent where its name and annotations decide. */
  readonly privateData?: boolean;
  readonly untrustedContent?: boolean;
  readonly sendsOut?: boolean;
}

/** The options with which a user corrects a label. */
export const labelOptions = {
  private: 'privateData',
  untrusted: 'untrustedContent',
  sends: 'sendsOut',
} as const satisfies Readonly<Record<FlowLabel, keyof ToolPolicy>>;

export interface ServerExposure {
  rule(tool: string): ToolPolicy;
}

/** Which servers are offered to agents, by id. */
export type ExposureSettings = ReadonlyMap<string, ServerExposure>;

/** From the loosest. */
const approvals: readonly Approval[] = ['agent', 'once', 'always'];
const plainRule: ToolPolicy = { enabled: true, approval: 'agent', cacheSeconds: 0 };

/** In place of a rule that is not understood: the tool is off, and where another rule turns it on, a user is asked. */
export const unclearPolicy: ToolPolicy = { enabled: false, approval: 'always', cacheSeconds: 0 };

/** What two rules allow together: of each option the tighter one. */
export function tighterPolicy(one: ToolPolicy, other: ToolPolicy): ToolPolicy {
  const stricter = Math.max(approvals.indexOf(one.approval), approvals.indexOf(other.approval));
  const perMinute = Math.min(one.perMinute ?? Infinity, other.perMinute ?? Infinity);
  return {
    enabled: one.enabled && other.enabled,
    approval: approvals[stricter] ?? 'always',
    ...(perMinute !== Infinity && { perMinute }),
    cacheSeconds: Math.min(one.cacheSeconds, other.cacheSeconds),
    ...(one.flows === 'allow' && other.flows === 'allow' && { flows: 'allow' }),
    ...Object.fromEntries(Object.values(labelOptions).flatMap((option) => tighterLabel(option, one, other))),
  };
}

/** A label is tighter than none, and what the name says is tighter than no label by a rule. */
function tighterLabel(
  option: (typeof labelOptions)[FlowLabel],
  one: ToolPolicy,
  other: ToolPolicy,
): readonly (readonly [string, boolean])[] {
  if (one[option] === true || other[option] === true) return [[option, true]];
  return one[option] === false && other[option] === false ? [[option, false]] : [];
}

type Report = (problem: string) => void;

/**
 * Reads the setting `gateway.servers`: `{ "<server>": boolean | { "tools": { "<tool>" or "*": rule } } }`.
 * What is not understood exposes nothing: a typo must not grant access.
 */
export function readExposure(value: unknown, report: Report = () => {}): ExposureSettings {
  if (!isRecord(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([server, wanted]) => {
      const choice = readServer(server, wanted, report);
      return choice ? [[server, choice] as const] : [];
    }),
  );
}

function readServer(server: string, wanted: unknown, report: Report): ServerExposure | undefined {
  if (wanted === true) return { rule: () => plainRule };
  if (wanted === false) return undefined;
  const tools = toolsIn(wanted);
  if (!tools)
    return void report(l10n.t('The rules for the server "{0}" are not valid: it is not exposed to agents.', server));
  const { '*': every, ...others } = tools;
  const common = every === undefined ? plainRule : readRule(every, plainRule);
  if (!common)
    report(l10n.t('The rule for all tools of "{0}" is not valid: tools without a rule of their own are off.', server));
  const known = Object.entries(others).map(([tool, value]) => {
    const rule = readRule(value, common ?? unclearPolicy);
    if (!rule) report(l10n.t('The rule for the tool "{0}" of "{1}" is not valid: the tool is off.', tool, server));
    return [tool, rule ?? unclearPolicy] as const;
  });
  const rules = new Map(known);
  return { rule: (tool) => rules.get(tool) ?? common ?? unclearPolicy };
}

function toolsIn(wanted: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(wanted)) return undefined;
  const { tools = {}, ...strange } = wanted;
  return isRecord(tools) && Object.keys(strange).length === 0 ? tools : undefined;
}

function readRule(value: unknown, below: ToolPolicy): ToolPolicy | undefined {
  if (typeof value === 'boolean') return { ...below, enabled: value };
  if (!isToolPolicy(value)) return undefined;
  const given = { ...below, enabled: true, ...value }; // one that has a rule is meant to be used
  return Object.fromEntries(Object.entries(given).filter(([, part]) => part !== null)) as typeof given;
}

const understood: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['enabled', (value) => typeof value === 'boolean'],
  ['approval', (value) => approvals.some((known) => known === value)],
  ['perMinute', isCount],
  ['cacheSeconds', isCount],
  ['flows', (value) => value === 'ask' || value === 'allow'],
  ...Object.values(labelOptions).map((option) => [option, isCorrection] as const),
] satisfies (readonly [keyof ToolPolicy, (value: unknown) => boolean])[]);

export function isToolPolicy(value: unknown): value is Partial<ToolPolicy> {
  return isRecord(value) && Object.entries(value).every(([key, part]) => understood.get(key)?.(part) === true);
}

/** `null`: as the name says; so a workspace takes back a correction of the user. */
function isCorrection(value: unknown): boolean {
  return typeof value === 'boolean' || value === null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
