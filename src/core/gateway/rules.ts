import { isRecord } from '../../base/json.ts';

/** `agent`: whoever calls decides, as VS Code and others do by their own rules. */
export type Approval = 'agent' | 'once' | 'always';

/** What holds for one tool of an offered server. */
export interface ToolRule {
  readonly enabled: boolean;
  /** `once`: a person is asked once while the window is open; `always`: before each call. */
  readonly approval: Approval;
  /** Calls in a minute, by all agents together; absent for as many as they like. */
  readonly perMinute?: number;
  /** How long a result may be given again, where the tool says that it only reads; 0 for never. */
  readonly cacheSeconds: number;
}

export interface ServerChoice {
  rule(tool: string): ToolRule;
}

/** Which servers are offered to agents, by id. */
export type Choice = ReadonlyMap<string, ServerChoice>;

const approvals: readonly Approval[] = ['agent', 'once', 'always'];
const plainRule: ToolRule = { enabled: true, approval: 'agent', cacheSeconds: 0 };

/**
 * Reads the setting `gateway.servers`: `{ "<server>": true | { "tools": { "<tool>" or "*": rule } } }`.
 * What is not understood offers nothing: a slip of the pen must not open a door.
 */
export function readChoice(value: unknown): Choice {
  if (!isRecord(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([server, wanted]) => {
      const choice = readServer(wanted);
      return choice ? [[server, choice] as const] : [];
    }),
  );
}

function readServer(wanted: unknown): ServerChoice | undefined {
  if (wanted === true) return { rule: () => plainRule };
  if (!isRecord(wanted)) return undefined;
  const tools = isRecord(wanted['tools']) ? wanted['tools'] : {};
  const common = readRule(tools['*'], plainRule);
  const known = new Map(Object.entries(tools).map(([tool, rule]) => [tool, readRule(rule, common)]));
  return { rule: (tool) => known.get(tool) ?? common };
}

function readRule(value: unknown, below: ToolRule): ToolRule {
  if (typeof value === 'boolean') return { ...below, enabled: value };
  if (!isRecord(value)) return below;
  const { enabled, approval, perMinute, cacheSeconds } = value;
  const asked = approvals.find((one) => one === approval);
  return {
    ...below,
    enabled: enabled !== false, // a tool that has a rule of its own is meant to be used
    ...(asked && { approval: asked }),
    ...(isCount(perMinute) && { perMinute }),
    ...(isCount(cacheSeconds) && { cacheSeconds }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
