import { isRecord } from '../../base/json.ts';
import { type ToolRule, isRule, readChoice, unclearRule } from './rules.ts';

type Written = Readonly<Record<string, unknown>>;

/** All tools of a server that have no rule of their own. */
export const everyTool = '*';

export type RuleChange = { readonly [K in keyof ToolRule]?: ToolRule[K] | undefined };

/** What a server's entry in `gateway.servers` says of its tools. */
export function writtenRules(entry: unknown): Written {
  return isRecord(entry) && isRecord(entry['tools']) ? entry['tools'] : {};
}

export function ruleIn(entry: unknown, tool: string): ToolRule {
  const choice = readChoice({ it: isRecord(entry) ? entry : true }).get('it');
  return choice?.rule(tool) ?? unclearRule;
}

/** The entry with one thing changed for one tool, or for all; `undefined` takes a limit away. What goes without saying is not written. */
export function withRule(entry: unknown, tool: string, change: RuleChange): unknown {
  const rules = writtenRules(entry);
  const own = ownRule(rules[tool]);
  const { enabled, ...rest }: Written = { ...own, enabled: ruleIn(entry, tool).enabled, ...change };
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const isSaid = Object.keys(said).length > 0;
  const others = withoutRule(entry, tool);
  const isUsual = enabled === ruleIn(others, tool).enabled;
  if (!isSaid && isUsual) return others;
  const rule = isSaid ? { ...said, ...(enabled === false && { enabled }) } : enabled;
  return { tools: { ...writtenRules(others), [tool]: rule } };
}

/** One that is not understood begins anew, from what holds in its place. */
function ownRule(rule: unknown): Written {
  if (rule === undefined || typeof rule === 'boolean') return {};
  return isRule(rule) ? rule : { approval: unclearRule.approval };
}

/** The entry without a rule for this tool alone. */
export function withoutRule(entry: unknown, tool: string): unknown {
  const { [tool]: _, ...others } = writtenRules(entry);
  return Object.keys(others).length > 0 ? { tools: others } : true;
}
