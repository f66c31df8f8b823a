import { isRecord } from '../../../base/json.ts';
import { type ToolPolicy, isToolPolicy, labelOptions, readExposure, unclearPolicy } from './agentPolicy.ts';

type Written = Readonly<Record<string, unknown>>;

/** All tools of a server that have no rule of their own. */
export const everyTool = '*';

export type PolicyChange = { readonly [K in keyof ToolPolicy]?: ToolPolicy[K] | undefined };

/** What a server's entry in `gateway.servers` says of its tools. */
function writtenPolicy(entry: unknown): Written {
  return isRecord(entry) && isRecord(entry['tools']) ? entry['tools'] : {};
}

function writtenRule(entry: unknown, tool: string): unknown {
  const rules = writtenPolicy(entry);
  return Object.hasOwn(rules, tool) ? rules[tool] : undefined;
}

/** Its own rule if it differs; one that only overrides a lower-precedence rule does not count. */
export function hasPolicy(entry: unknown, tool: string): boolean {
  const rule = writtenRule(entry, tool);
  return typeof rule === 'boolean' ? rule !== policyIn(withoutPolicy(entry, tool), tool).enabled : rule !== undefined;
}

export function policyIn(entry: unknown, tool: string): ToolPolicy {
  const choice = readExposure({ it: isRecord(entry) ? entry : true }).get('it');
  return choice?.rule(tool) ?? unclearPolicy;
}

/** The entry with one option changed for one tool, or for all; `undefined` removes a limit. Defaults are not written. */
export function withPolicy(entry: unknown, tool: string, change: PolicyChange): unknown {
  const { enabled, ...rest }: Written = { ...ownRule(entry, tool), enabled: policyIn(entry, tool).enabled, ...change };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const isGiven = Object.keys(given).length > 0;
  const others = withoutPolicy(entry, tool);
  const isUsual = enabled === policyIn(others, tool).enabled;
  if (!isGiven && isUsual) return others;
  const rule = isGiven ? { ...given, ...(enabled === false && { enabled }) } : enabled;
  return { tools: { ...writtenPolicy(others), [tool]: rule } };
}

/** An invalid rule is replaced, starting from its effective value. */
function ownRule(entry: unknown, tool: string): Written {
  const rule = writtenRule(entry, tool);
  if (rule === undefined || typeof rule === 'boolean') return {};
  return isToolPolicy(rule) ? rule : { approval: unclearPolicy.approval };
}

/** The entry without a rule for this tool alone. */
export function withoutPolicy(entry: unknown, tool: string): unknown {
  const { [tool]: _, ...others } = writtenPolicy(entry);
  return Object.keys(others).length > 0 ? { tools: others } : true;
}

/** The entry with these tools on and the others off; other options of a tool stay. */
export function withToolsOn(entry: unknown, tools: readonly string[], on: ReadonlySet<string>): unknown {
  return tools.reduce<unknown>(
    (next, tool) =>
      policyIn(next, tool).enabled === on.has(tool) ? next : withPolicy(next, tool, { enabled: on.has(tool) }),
    isRecord(entry) ? entry : true,
  );
}

/** JSON has no infinity: the largest allowed number stands for it. */
const noLimit = 999_999;
/** What contradicts an option that is not wanted. */
const noRule = {
  perMinute: noLimit,
  flows: 'ask',
  ...Object.fromEntries(Object.values(labelOptions).map((option) => [option, null])),
} as const;

/**
 * What to write above `below` (the user's settings) for a server, so that both together say what `wanted` says.
 * VS Code merges them key by key: what is below and is not wanted must be contradicted, leaving it out is not enough.
 */
export function writtenOver(below: unknown, wanted: unknown): unknown {
  const under = Object.entries(writtenPolicy(below));
  if (!isRecord(wanted) || under.length === 0) return wanted;
  const over = under.map(([tool, rule]) => [tool, ruleOver(rule, writtenRule(wanted, tool), policyIn(wanted, tool))]);
  return { ...wanted, tools: { ...writtenPolicy(wanted), ...Object.fromEntries(over) } };
}

function ruleOver(below: unknown, wanted: unknown, meant: ToolPolicy): unknown {
  if (wanted === undefined) return meant.enabled; // the same as no rule of its own
  if (!isRecord(below) || !isRecord(wanted)) return wanted;
  const given = Object.entries({ ...noRule, ...meant }).filter(([key]) => Object.hasOwn(below, key));
  return { ...Object.fromEntries(given), ...wanted };
}

/** As VS Code's `ConfigurationModel.merge`: objects by key, anything else is replaced. */
export function mergeSettings(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  if (!isRecord(below) || !isRecord(above)) return above;
  const both = Object.entries(above).map(([key, value]) => [
    key,
    mergeSettings(Object.hasOwn(below, key) ? below[key] : undefined, value),
  ]);
  return { ...below, ...Object.fromEntries(both) };
}

/** Those with a rule of their own. */
export function toolsNamedIn(entry: unknown): readonly string[] {
  return Object.keys(writtenPolicy(entry));
}
