import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';
import { CheckItems } from './checkItems.ts';
import { removeServerOf } from './checkServers.ts';
import { runContinuously } from './continuousRun.ts';
import { detailsOf } from './coverage.ts';
import { type RunMode, runChecks } from './runChecks.ts';

/** Checks in the Test Explorer: finding them, and the ways to run them. */
export class CheckExplorer implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #load: () => Promise<CommandLineApp>;
  readonly #items: CheckItems;
  readonly #lifetime = new Lifetime();
  /** Since the first run. */
  #app: CommandLineApp | undefined;

  constructor(controller: vscode.TestController, load: () => Promise<CommandLineApp>) {
    this.#controller = controller;
    this.#load = load;
    this.#items = this.#lifetime.add(new CheckItems(controller));
    this.#lifetime.add(this.#items.onDidRemove((file) => this.#app && removeServerOf(this.#app, file)));
    controller.refreshHandler = () => this.#items.findAgain();
    this.#addProfiles();
  }

  findAll(): Promise<void> {
    return this.#items.findAll();
  }

  /** Runs the check of a message again, and keeps what comes. */
  async updateSnapshot(given: unknown): Promise<void> {
    const item = (given as { readonly test?: vscode.TestItem } | undefined)?.test;
    if (!item) return;
    const cancellation = new vscode.CancellationTokenSource();
    await this.#run('update', new vscode.TestRunRequest([item]), cancellation.token);
    cancellation.dispose();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #run(mode: RunMode, request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (!request.include || request.continuous) await this.#items.findAll();
    this.#app ??= await this.#load();
    const parts = { app: this.#app, controller: this.#controller, items: this.#items };
    if (request.continuous) await runContinuously(parts, request, token);
    else await runChecks(parts, mode, request, token);
  }

  #addProfiles(): void {
    const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
    const add = (label: string, kind: vscode.TestRunProfileKind, mode: RunMode): vscode.TestRunProfile =>
      this.#lifetime.add(
        this.#controller.createRunProfile(
          label,
          kind,
          (request, token) => this.#run(mode, request, token),
          mode !== 'update',
          undefined,
          mode === 'run',
        ),
      );
    add(vscode.l10n.t('Run'), Run, 'run');
    add(vscode.l10n.t('Run and Update Snapshots'), Run, 'update');
    add(vscode.l10n.t('Step Through'), Debug, 'debug');
    add(vscode.l10n.t('Tools and Schema Branches Called'), Coverage, 'coverage').loadDetailedCoverage = async (
      _run,
      file,
    ) => [...detailsOf(file)];
  }
}
