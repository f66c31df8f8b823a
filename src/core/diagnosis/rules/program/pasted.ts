import { isRecord } from '../../../../base/json.ts';
import { l10n } from '../../../../base/l10n.ts';
import { splitCommandLine } from '../../../config/edit/newServer.ts';
import type { EntryChange } from '../../model/diagnosis.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** A whole configuration was pasted into "command". */
export const configurationPasted = rule('program/pasted', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !/^\s*[{[]/.test(launch.command)) return undefined;
  const server = serverIn(launch.command);
  const changes = server ? changesOf(server) : [];
  return {
    cause: l10n.t('"command" holds a whole configuration and not a program.'),
    remedies: [
      ...(changes.length > 0 ? [setValues(l10n.t('Use what the configuration says'), changes)] : []),
      advise(l10n.t('Put its "command" and "args" where they belong.')),
    ],
    ...inEntry('command'),
  };
});

const places = ['type', 'url', 'headers', 'command', 'args', 'env', 'cwd'];

/** What it does not say stays, but for what belongs to the other transport. */
function changesOf(server: Readonly<Record<string, unknown>>): readonly EntryChange[] {
  const other = 'url' in server ? ['command', 'args'] : [];
  return places
    .filter((name) => name in server || other.includes(name))
    .map((name) => ({ path: [name], value: server[name] }));
}

/** The first object that says how a server is started or reached, at any depth. */
function serverIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return find(JSON.parse(text), 4);
  } catch {
    return undefined; // only a part of one
  }
}

function find(value: unknown, depth: number): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value) || depth === 0) return undefined;
  if (typeof value['command'] === 'string' || typeof value['url'] === 'string') return value;
  return Object.values(value)
    .map((each) => find(each, depth - 1))
    .find((each) => each !== undefined);
}

const assignment = /^(?:export |set |\$env:)?([A-Za-z_]\w{0,60})=(\S*)$/;

/** `NAME=value program`, as a shell would take it. */
export const assignmentAsProgram = rule('program/assignment', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT')) return undefined;
  const words = [...splitCommandLine(launch.command), ...launch.args];
  const count = words.findIndex((word) => !assignment.test(word) && !/^(?:export|set|env)$/.test(word));
  const named = words
    .slice(0, count)
    .map(pairOf)
    .filter((pair) => pair !== undefined);
  const [first] = named;
  const rest = words.slice(count).filter((word, at) => at > 0 || !/^(?:&&|;)$/.test(word));
  if (count < 1 || first === undefined) return undefined;
  return {
    cause: l10n.t('"command" sets {0} as in a shell, but servers are started without one.', first[0]),
    remedies: [setValues(l10n.t('Put {0} into "env"', first[0]), asEntry(rest, named))],
    ...inEntry('command'),
  };
});

function pairOf(word: string): readonly [string, string] | undefined {
  const [, name, value] = assignment.exec(word) ?? [];
  return name === undefined || value === undefined ? undefined : [name, value];
}

function asEntry(
  [command, ...args]: readonly string[],
  named: readonly (readonly [string, string])[],
): readonly EntryChange[] {
  return [
    { path: ['command'], value: command },
    { path: ['args'], value: args },
    ...named.map(([name, value]) => ({ path: ['env', name], value })),
  ];
}
