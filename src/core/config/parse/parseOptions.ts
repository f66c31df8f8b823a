import { Fields, unsafeKeys } from './fields.ts';
import { type JsonNode, memberOf } from '../text/jsonTree.ts';
import type { ServerOptions } from '../model/launch.ts';
import { parseDev } from './parseDev.ts';

/** What may be set for one server, under each name that some client gives it; `around` holds the servers. */
export function parseOptions(fields: Fields, around: JsonNode | undefined): ServerOptions {
  const enabled = fields.flag('enabled');
  const include = toolNames(fields, 'tools', 'enabledTools', 'enabled_tools', 'includeTools');
  const exclude = toolNames(fields, 'disabledTools', 'disabled_tools', 'excludeTools');
  const connectTimeoutMs = timeoutMs(fields, ['startupTimeoutMs', 'connectTimeoutMs'], ['startup_timeout_sec']);
  const callTimeoutMs =
    timeoutMs(fields, ['toolTimeoutMs', 'callTimeoutMs'], ['tool_timeout_sec']) ?? looseTimeoutMs(fields);
  const toolTimeoutsMs = toolTimes(fields, 'toolTimeoutsMs');
  const description = fields.note('description');
  const sandboxEnabled = fields.flag('sandboxEnabled');
  const dev = parseDev(fields);
  return {
    disabled: fields.flag('disabled') === true || enabled === false,
    autoStart: fields.flag('autoStart') === true,
    ...(!discovers(fields, around) && { autoDiscover: false }),
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    ...(toolTimeoutsMs && { toolTimeoutsMs }),
    ...(include && !include.includes('*') && { includeTools: include }),
    ...(exclude && { excludeTools: exclude }),
    ...(description !== undefined && { description }),
    ...(sandboxEnabled !== undefined && { sandboxEnabled }),
    ...(dev && { dev }),
  };
}

/** What stands beside the servers holds for each one that says nothing itself. */
function discovers(fields: Fields, around: JsonNode | undefined): boolean {
  const beside = (memberOf(around, 'auto_discover') ?? memberOf(around, 'autoDiscover'))?.value;
  return fields.flag('autoDiscover', 'auto_discover') ?? !(beside?.kind === 'boolean' && beside.value === false);
}

/** Elsewhere `tools` may be an object of settings: only a list of names is a selection. */
function toolNames(fields: Fields, ...keys: readonly string[]): readonly string[] | undefined {
  const value = fields.member(...keys)?.value;
  if (value?.kind !== 'array') return undefined;
  return value.items.flatMap((item) => (item.kind === 'string' ? [String(item.value)] : []));
}

/** A tool whose time is not a positive number is reported and left to the timeout of its server. */
function toolTimes(fields: Fields, key: string): Readonly<Record<string, number>> | undefined {
  const value = fields.map(key);
  if (!value) return undefined;
  const times = new Fields(value, fields.server, fields.problems);
  const found = value.members.flatMap((member) => {
    const ms = unsafeKeys.has(member.key) ? undefined : positive(times.number(member.key));
    return ms === undefined ? [] : [[member.key, ms] as const];
  });
  return Object.fromEntries(found);
}

function timeoutMs(fields: Fields, msKeys: readonly string[], secondKeys: readonly string[]): number | undefined {
  const ms = fields.number(...msKeys);
  const seconds = fields.number(...secondKeys);
  return positive(ms ?? (seconds === undefined ? undefined : seconds * 1000));
}

/** `timeout` is seconds in Cline and Roo, which allow up to an hour, and milliseconds in Claude Code and Gemini. */
function looseTimeoutMs(fields: Fields): number | undefined {
  const value = fields.number('timeout');
  return positive(value === undefined || value > 3600 ? value : value * 1000);
}

function positive(ms: number | undefined): number | undefined {
  return ms !== undefined && ms > 0 ? ms : undefined;
}
