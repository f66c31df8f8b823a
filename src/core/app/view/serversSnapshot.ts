import { type ReadonlySignal, computed } from '@preact/signals-core';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { ConfigProblemView, ServersSnapshot, ServerView } from '../../../contract/inspector.ts';
import type { ConfigProblem } from '../../config/model/model.ts';
import type { MergedConfig } from '../../config/sources/merge.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import { serverIdOf } from '../configured/serverEntries.ts';
import type { RestartReport } from '../devLoop/devLoop.ts';
import { Countdown } from './countdown.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import { type OutputOf, toServerView } from './serverView.ts';

/** What servers printed, and what came of changes of their files. */
interface Reported {
  readonly outputOf: OutputOf;
  readonly reports: ReadonlySignal<ReadonlyMap<string, RestartReport>>;
}

/** All servers and what is wrong with their configuration, as views show them. */
export function createSnapshot(
  { ports, redactor }: { readonly ports: Ports; readonly redactor: Redactor },
  servers: ReadonlySignal<readonly ManagedServer[]>,
  configuration: ReadonlySignal<MergedConfig>,
  { outputOf, reports }: Reported,
  lifetime: Lifetime,
): ReadonlySignal<ServersSnapshot> {
  const countdown = lifetime.add(new Countdown(servers, ports.clock));
  const own = computed(() => ownIds(configuration.value));
  return computed(() => ({
    servers: servers.value.map((server) => ({
      ...toServerView(server, redactor, countdown, outputOf),
      ...outOfDate(server, reports.value, redactor),
      ...(own.value.has(server.id) && { isOwn: true }),
    })),
    problems: configuration.value.problems.flatMap(toProblemView),
    trusted: ports.workspace.trusted,
  }));
}

/** A start that succeeded after the report has what the files say. */
function outOfDate(
  { id, state: { value: state } }: ManagedServer,
  reports: ReadonlyMap<string, RestartReport>,
  redactor: Redactor,
): Pick<ServerView, 'outOfDate'> {
  const { fault, at } = reports.get(id) ?? { at: 0 };
  if (!fault || (state.kind === 'connected' && state.since > at)) return {};
  return { outOfDate: redactor.text(fault.message) };
}

/** Of this workspace, not of the user's own file. */
function ownIds({ servers }: MergedConfig): ReadonlySet<string> {
  return new Set(servers.filter(({ source }) => source.folder !== undefined).map(serverIdOf));
}

/** Hints stay in the editor; the views show what keeps a server from working. */
function toProblemView({ file, span, severity, message }: ConfigProblem): readonly ConfigProblemView[] {
  return severity === 'info' ? [] : [{ file, line: span.line + 1, severity, message }];
}
