import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { cancelled } from '../../base/commonFaults.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Fault } from '../../base/fault.ts';
import { callFailed } from '../../base/faults/serverFaults.ts';
import { type Disposable } from '../../base/lifetime.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import type { ConformanceRun, ConformanceView } from '../../contract/conformance.ts';
import type { Core } from '../../core/app/core.ts';
import { changesBetween, isConformanceRun } from '../../core/checks/conformance/conformanceRun.ts';
import { suitePlace, suiteTrafficName } from '../../core/checks/conformance/suitePlace.ts';
import type { Ports, RowKey } from '../../core/ports/ports.ts';
import { workspaceScope } from '../../core/store/workspaceScope.ts';
import type { CommandLine } from '../shell/commandLine.ts';
import { showDialog } from '../shell/messages.ts';
import { withSignal } from '../shell/withSignal.ts';
import { runCommandLine } from './runCommandLine.ts';

interface RunsParts {
  readonly core: Core;
  readonly ports: Pick<Ports, 'store' | 'workspace'>;
  readonly commandLine: CommandLine;
}

type Kept = Pick<ConformanceView, 'run' | 'changes'>;

/** Runs of the official suite by our own command line, one at a time for a server; the last one is remembered. */
export class ConformanceRuns implements Disposable {
  readonly #parts: RunsParts;
  readonly #running = new Map<string, Promise<ConformanceView>>();
  readonly #changed = new Emitter<string>();
  /** Of this window. */
  readonly #last = new Map<string, Kept>();

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** A run of this server has begun or ended. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  view(server: string): ConformanceView {
    return { isRunning: this.#running.has(server), ...this.#kept(server) };
  }

  run(server: string): Promise<ConformanceView> {
    const running = this.#running.get(server);
    if (running) return running;
    const started = this.#start(server).finally(() => {
      this.#running.delete(server);
      this.#changed.fire(server);
    });
    this.#running.set(server, started);
    this.#changed.fire(server);
    return started;
  }

  /** A query that finds what was sent in a scenario. */
  framesOf(server: string, scenario: string): string {
    const { from, to } = this.#kept(server).run?.scenarios.find(({ name }) => name === scenario) ?? {};
    const times = [...(from === undefined ? [] : [`time>=${from}`]), ...(to === undefined ? [] : [`time<=${to}`])];
    return [`server:${JSON.stringify(suiteTrafficName(server))}`, ...times].join(' ');
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #start(server: string): Promise<ConformanceView> {
    await askToFetch();
    const title = vscode.l10n.t('Conformance of {0}', server);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const run = await vscode.window.withProgress(options, (progress, token) =>
      withSignal(token, (signal) => this.#runSuite(server, progress, signal)),
    );
    const before = this.#kept(server).run;
    const changes = before && before.version === run.version ? changesBetween(before, run) : undefined;
    const kept = { run, ...(changes && { changes }) };
    this.#last.set(server, kept);
    const { store } = this.#parts.ports;
    store.quietly(() => store.put([{ ...this.#row(server), value: kept }])); // a full disk costs the memory of it, not the run
    return { isRunning: false, ...kept };
  }

  async #runSuite(
    server: string,
    progress: vscode.Progress<{ message: string }>,
    signal: AbortSignal,
  ): Promise<ConformanceRun> {
    const { core, commandLine } = this.#parts;
    const folder = core.entry(server)?.source.folder?.path ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const output = await runCommandLine(commandLine.ownLauncher(), ['conformance', server, '--yes', '--json'], {
      ...(folder !== undefined && { cwd: folder }),
      onLine: (line) => progress.report({ message: core.redactor.text(line) }),
      signal,
    });
    const parsed = parseJson(output);
    if (parsed.ok && isConformanceRun(parsed.value)) return core.redactor.value(parsed.value) as ConformanceRun;
    throw failureIn(parsed.ok ? parsed.value : undefined);
  }

  #kept(server: string): Kept {
    const kept =
      this.#last.get(server) ?? this.#parts.ports.store.quietly(() => this.#parts.ports.store.get(this.#row(server)));
    return isRecord(kept) && isConformanceRun(kept['run']) ? kept : {};
  }

  #row(server: string): RowKey {
    return { kind: 'conformance', scope: workspaceScope(this.#parts.ports.workspace), key: server };
  }
}

/** Nothing is fetched unasked. */
async function askToFetch(): Promise<void> {
  const { program, spec, folder } = suitePlace(process.env);
  if (existsSync(program)) return;
  const fetch = vscode.l10n.t('Fetch and Run');
  const detail = vscode.l10n.t('npm fetches {0} into {1}, without running scripts of packages.', spec, folder);
  const title = vscode.l10n.t('The official conformance suite is not on this machine.');
  if ((await showDialog('information', { title, detail }, fetch)) !== fetch) throw cancelled();
}

/** The one shape in which our command line prints what failed. */
function failureIn(value: unknown): Fault {
  const failure = isRecord(value) && isRecord(value['error']) ? value['error'] : {};
  const { message, hint } = failure;
  const sentence = typeof message === 'string' ? message : vscode.l10n.t('The suite ended without a result.');
  return callFailed('refused', sentence, typeof hint === 'string' ? { hint } : {});
}
