import { l10n } from '../../base/l10n.ts';
import { isRecord, sameJson } from '../../base/json.ts';
import type { LaunchSpec, ResolvedLaunch } from '../config/model/launch.ts';

/** One line of an organisation's allow or deny list, as VS Code has them: exactly one of the three. */
export type PolicyRule =
  | { readonly serverName: string }
  | { readonly serverUrl: string }
  | { readonly serverCommand: readonly string[] };

/** `chat.mcp.access` and its lists. */
export interface McpPolicy {
  readonly access: 'none' | 'registry' | 'all';
  /** Absent: all are allowed. Empty: none is. */
  readonly allowed?: readonly PolicyRule[];
  readonly denied?: readonly PolicyRule[];
}

type PolicyVerdict = { readonly allowed: true } | { readonly allowed: false; readonly message: string };

export const openPolicy: McpPolicy = { access: 'all' };

const accesses: readonly McpPolicy['access'][] = ['all', 'registry', 'none'];

/** What two policies allow together: the user's own, and the one that a workspace has a part in. */
export function tighterMcpPolicy(one: McpPolicy, other: McpPolicy): McpPolicy {
  const both = (rules: readonly PolicyRule[], others: readonly PolicyRule[]): readonly PolicyRule[] =>
    rules.filter((rule) => others.some((known) => sameJson(known, rule)));
  const allowed = one.allowed && other.allowed ? both(one.allowed, other.allowed) : (one.allowed ?? other.allowed);
  const denied = [...(one.denied ?? []), ...(other.denied ?? [])];
  const access = accesses[Math.max(accesses.indexOf(one.access), accesses.indexOf(other.access))] ?? 'none';
  return { access, ...(allowed && { allowed }), ...(denied.length > 0 && { denied }) };
}

/** What the lists compare: a name, and an address or a whole command line. */
interface PolicySubject {
  readonly name: string;
  readonly url?: string;
  readonly command?: readonly string[];
}

export function policySubject({
  name,
  launch,
}: {
  readonly name: string;
  readonly launch: LaunchSpec | ResolvedLaunch;
}): PolicySubject {
  return launch.kind === 'stdio' ? { name, command: [launch.command, ...launch.args] } : { name, url: launch.url };
}

/**
 * VS Code's own rules. A deny rule wins over everything. While variables are
 * still in a launch, a rule on its address or command cannot be judged: it
 * counts as met, and must be asked again with the resolved subject.
 */
export function policyVerdict(subject: PolicySubject, policy: McpPolicy): PolicyVerdict {
  if (policy.access === 'none') return no(l10n.t('MCP servers are disabled by the setting chat.mcp.access.'));
  if (policy.access === 'registry') {
    return no(
      l10n.t(
        'The setting chat.mcp.access allows only servers from the registry, and Switchboard cannot tell whether this is one.',
      ),
    );
  }
  if (policy.denied?.some((rule) => matches(rule, subject) === 'yes'))
    return no(l10n.t('Your organization does not allow this server.'));
  if (policy.allowed === undefined || policy.allowed.some((rule) => matches(rule, subject) !== 'no'))
    return { allowed: true };
  return no(l10n.t('This server is not on the list of servers that your organization allows.'));
}

function matches(rule: PolicyRule, subject: PolicySubject): 'yes' | 'no' | 'unknown' {
  if ('serverName' in rule) return rule.serverName === subject.name ? 'yes' : 'no';
  if ('serverUrl' in rule) {
    if (subject.url?.includes('${')) return 'unknown';
    return subject.url !== undefined && urlMatches(rule.serverUrl, subject.url) ? 'yes' : 'no';
  }
  if (subject.command?.some((word) => word.includes('${'))) return 'unknown';
  const { command } = subject;
  const same =
    command?.length === rule.serverCommand.length && command.every((word, at) => word === rule.serverCommand[at]);
  return same ? 'yes' : 'no';
}

/** `*` stops at the end of the host: `https://*.example.com/*` must not match `https://evil.org/.example.com/`. */
function urlMatches(pattern: string, url: string): boolean {
  const actual = comparable(url);
  if (actual === undefined) return false;
  if (!pattern.includes('*')) return comparable(pattern)?.toLowerCase() === actual.toLowerCase();
  const [, scheme = '', host = '', rest = ''] =
    /^([a-z*+.-]+:\/\/)?([^/\\?#]*)(.*)$/is.exec(withoutUser(pattern)) ?? [];
  const hostSource = host
    .replaceAll(':*', '\u0000')
    .split('*')
    .map(escapePattern)
    .join('[^/@\\\\?#]*')
    .replaceAll('\u0000', '(?::[^/@\\\\?#]*)?');
  const restSource = (rest || '/').split('*').map(escapePattern).join('.*');
  const source = `^${scheme.split('*').map(escapePattern).join('[^/@\\\\?#]*')}${hostSource}${restSource}$`;
  return new RegExp(source, 'i').test(actual);
}

function withoutUser(pattern: string): string {
  return pattern.replace(/^([a-z]+:\/\/)[^/\\?#]*@/i, '$1');
}

/** Without user, default port and fragment: another spelling of a URL must not evade a list. */
function comparable(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, host, pathname, search } = new URL(url);
  return protocol === 'http:' || protocol === 'https:'
    ? origin + pathname + search
    : `${protocol}//${host}${pathname}${search}`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
}

/** A setting as it applies, and what its scopes say beside a policy, which no extension is shown. */
export interface ScopedSetting {
  readonly effective: unknown;
  readonly scopes: readonly unknown[];
}

/**
 * The lists of `chat.mcp`. With `allowManagedServersOnly` the allow list is that of a policy alone: a list that one of
 * the scopes has is not one, and without a policy nothing is allowed. Deny lists of all scopes then count together.
 */
export function readPolicyLists(
  managedOnly: boolean,
  allow: ScopedSetting,
  deny: ScopedSetting,
): Pick<McpPolicy, 'allowed' | 'denied'> {
  const isManaged = !allow.scopes.some((scope) => sameJson(scope, allow.effective));
  const allowed = readRules(managedOnly && !isManaged ? [] : allow.effective) ?? (managedOnly ? [] : undefined);
  const denied = managedOnly
    ? [deny.effective, ...deny.scopes].flatMap((list) => readRules(list) ?? [])
    : readRules(deny.effective);
  return { ...(allowed && { allowed }), ...(denied && { denied }) };
}

/** A value that a later VS Code may have is taken for the strictest. */
export function readAccess(value: unknown): McpPolicy['access'] {
  if (value === undefined || value === 'all') return 'all';
  return value === 'registry' ? value : 'none';
}

/** Rules from a setting; one that is not exactly one of the three forms is left out, as in VS Code. */
function readRules(value: unknown): readonly PolicyRule[] | undefined {
  return Array.isArray(value) ? value.filter(isRule) : undefined;
}

function isRule(value: unknown): value is PolicyRule {
  if (!isRecord(value)) return false;
  const { serverName, serverUrl, serverCommand } = value;
  const command =
    Array.isArray(serverCommand) && serverCommand.length > 0 && serverCommand.every((word) => typeof word === 'string');
  const forms = [isText(serverName), isText(serverUrl), command];
  return forms.filter(Boolean).length === 1;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function no(message: string): PolicyVerdict {
  return { allowed: false, message };
}
