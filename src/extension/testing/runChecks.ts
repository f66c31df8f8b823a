import * as vscode from 'vscode';
import { orAborted } from '../../base/async.ts';
import { Fault, messageOf } from '../../base/fault.ts';
import type { Check, CheckFile, Step } from '../../core/checks/model/checkFile.ts';
import type { CheckResult } from '../../core/checks/model/checkResult.ts';
import { inEnvironment } from '../../core/checks/read/variables.ts';
import { runCheck } from '../../core/checks/run/runCheck.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';
import type { CheckItems, PlannedCheck } from './checkItems.ts';
import { serverName, serverOf } from './checkServers.ts';
import { CheckStepper } from './checkStepper.ts';
import { fileCoverage } from './coverage.ts';
import { type Refusal, messagesOf, onLines, outputLines, refusalMessage } from './resultMessages.ts';

export type RunMode = 'run' | 'update' | 'debug' | 'coverage';

export interface RunParts {
  readonly app: CommandLineApp;
  readonly controller: vscode.TestController;
  readonly items: CheckItems;
}

/** Runs the checks of a request: servers side by side, the checks of each in turn. In steps only one at a time. */
export async function runChecks(
  parts: RunParts,
  mode: RunMode,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const { app, controller, items } = parts;
  const run = controller.createTestRun(request);
  const planned = inChosenEnvironment(items.under(request.include ?? items.all(), new Set(request.exclude)), run);
  const stop = new AbortController();
  const listening = [token, run.token].map((one) => one.onCancellationRequested(() => stop.abort()));
  if (token.isCancellationRequested) stop.abort();
  for (const { item } of planned) run.enqueued(item);
  const checkRun = new CheckRun(app, run, mode, stop);
  try {
    const groups = [...Map.groupBy(planned, ({ checkFile }) => serverName(checkFile))];
    if (mode === 'debug') for (const [, own] of groups) await checkRun.ofServer(own);
    else await Promise.all(groups.map(([, own]) => checkRun.ofServer(own)));
    if (mode === 'coverage') checkRun.addCoverage(planned);
  } finally {
    for (const one of listening) one.dispose();
    run.end();
  }
}

/** A file that does not have the environment is told once, and not run. */
function inChosenEnvironment(planned: readonly PlannedCheck[], run: vscode.TestRun): readonly PlannedCheck[] {
  const name = vscode.workspace.getConfiguration('mcpSwitchboard').get('checks.environment', '');
  return [...Map.groupBy(planned, ({ checkFile }) => checkFile)].flatMap(([checkFile, own]) => {
    try {
      const chosen = inEnvironment(checkFile, name);
      return own.map((one) => ({ ...one, checkFile: chosen }));
    } catch (error) {
      const message = new vscode.TestMessage(messageOf(error));
      for (const { item } of own) run.errored(item, message);
      return [];
    }
  });
}

class CheckRun {
  readonly #app: CommandLineApp;
  readonly #run: vscode.TestRun;
  readonly #mode: RunMode;
  readonly #stop: AbortController;
  readonly #stepper: CheckStepper | undefined;
  readonly #servers = new Map<string, ManagedServer>();
  /** What was sent, for the coverage. */
  readonly #sent = new Map<string, Step[]>();

  constructor(app: CommandLineApp, run: vscode.TestRun, mode: RunMode, stop: AbortController) {
    this.#app = app;
    this.#run = run;
    this.#mode = mode;
    this.#stop = stop;
    this.#stepper = mode === 'debug' ? new CheckStepper(app, stop) : undefined;
  }

  /** A server that does not start is told once, at the first of its checks. */
  async ofServer(planned: readonly PlannedCheck[]): Promise<void> {
    const [first] = planned;
    if (!first || this.#stop.signal.aborted) return;
    const server = await this.#connect(first.checkFile);
    if (this.#stop.signal.aborted) return;
    if ('why' in server) return this.#fail(planned, server);
    try {
      for (const one of planned) if (!(await this.#runOne(server, one))) return;
    } finally {
      this.#app.checkAnswers.release(server.id);
    }
  }

  addCoverage(planned: readonly PlannedCheck[]): void {
    for (const checkFile of new Set(planned.map((one) => one.checkFile))) {
      const sent = this.#sent.get(checkFile.file);
      const server = this.#servers.get(serverName(checkFile));
      if (!sent || !server) continue;
      const { coverage, line } = fileCoverage(checkFile, server, sent);
      this.#run.addCoverage(coverage);
      for (const one of onLines(this.#app.core.redactor.text(line))) this.#run.appendOutput(`${one}\r\n`);
    }
  }

  async #connect(checkFile: CheckFile): Promise<ManagedServer | Refusal> {
    const server = await serverOf(this.#app, checkFile);
    if ('why' in server) return server;
    try {
      await orAborted(this.#start(server), this.#stop.signal);
      this.#servers.set(server.id, server);
      return server;
    } catch (error) {
      const fault = Fault.from(error);
      const why = this.#app.core.redactor.text(fault.text);
      return { why, ...(fault.action === 'approve' && { toApprove: server.id }) };
    }
  }

  /** In steps, one whose entry says how is started under its debugger. */
  async #start(server: ManagedServer): Promise<void> {
    const { dev } = this.#app.core.entry(server.id)?.options ?? {};
    if (this.#mode === 'debug' && dev?.debug)
      await vscode.commands.executeCommand('mcpSwitchboard.debugServer', server.id);
    await server.start();
  }

  #fail(planned: readonly PlannedCheck[], refusal: Refusal): void {
    const [first, ...others] = planned;
    if (!first) return;
    this.#run.errored(first.item, refusalMessage(refusal));
    for (const line of onLines(refusal.why)) this.#run.appendOutput(`${line}\r\n`, undefined, first.item);
    const again = new vscode.TestMessage(vscode.l10n.t('Not run, for the same reason as "{0}".', first.item.label));
    for (const { item } of others) this.#run.errored(item, again);
  }

  /** False where the run was stopped. */
  async #runOne(server: ManagedServer, { item, checkFile, check }: PlannedCheck): Promise<boolean> {
    if (this.#stop.signal.aborted) return false;
    this.#run.started(item);
    try {
      this.#report(item, await this.#check(server, checkFile, check));
      return true;
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
      this.#run.skipped(item);
      return false;
    }
  }

  #check(server: ManagedServer, checkFile: CheckFile, check: Check): Promise<CheckResult> {
    const sent = this.#sent.get(checkFile.file) ?? [];
    this.#sent.set(checkFile.file, sent);
    return runCheck(checkFile, check, {
      server,
      files: this.#app.ports.files,
      answers: this.#app.checkAnswers,
      env: process.env,
      input: (declaration) => this.#app.core.inputValue(declaration, server.label, this.#stop.signal),
      redactor: this.#app.core.redactor,
      isUpdating: this.#mode === 'update',
      signal: this.#stop.signal,
      beforeStep: async (step) => {
        await this.#stepper?.before(checkFile, check, server, step);
        sent.push(step);
      },
    });
  }

  #report(item: vscode.TestItem, given: CheckResult): void {
    const result = this.#app.core.redactor.value(given);
    const { status, ms } = result;
    const messages = messagesOf(item, result);
    for (const line of outputLines(result)) this.#run.appendOutput(`${line}\r\n`, undefined, item);
    if (status === 'passed') this.#run.passed(item, ms);
    else if (status === 'failed') this.#run.failed(item, messages, ms);
    else if (status === 'broken') this.#run.errored(item, messages, ms);
    else this.#run.skipped(item);
  }
}
