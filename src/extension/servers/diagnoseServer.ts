import * as vscode from 'vscode';
import { Fault } from '../../base/fault.ts';
import { inertText } from '../../base/text/inertText.ts';
import { shellQuote } from '../../core/calls/snippets/quote.ts';
import { diagnosesOf } from '../../core/diagnosis/diagnosedFault.ts';
import type { Learned } from '../../core/diagnosis/experiments/experiment.ts';
import { weigh } from '../../core/diagnosis/experiments/weigh.ts';
import { answeredCure } from '../../core/diagnosis/model/answeredCure.ts';
import type { AskCure, Cure, Diagnosis, Remedy } from '../../core/diagnosis/model/diagnosis.ts';
import type { App } from '../shell/app.ts';
import { showDialog, showMessage } from '../shell/messages.ts';
import { withSignal } from '../shell/withSignal.ts';

interface RemedyItem extends vscode.QuickPickItem {
  readonly remedy?: Remedy;
}

const icons: Readonly<Record<Cure['kind'], string>> = {
  edit: 'edit',
  addInput: 'key',
  ask: 'edit',
  open: 'go-to-file',
  terminal: 'terminal',
  signIn: 'account',
  retry: 'refresh',
  browse: 'link-external',
  raiseTimeout: 'watch',
};

/** Starts a server, names the cause where that fails, and does what the user chooses. */
export async function diagnoseServer(app: App, id: string): Promise<void> {
  const fault = await faultOf(app, id);
  if (!fault) {
    void showMessage('information', vscode.l10n.t('"{0}" is connected.', app.core.server(id).label));
    return;
  }
  const diagnoses = diagnosesOf(fault);
  const [first] = diagnoses;
  if (!first) throw fault;
  const weighed = weigh(diagnoses, await lookCloser(app, id, fault));
  const chosen = await vscode.window.showQuickPick(itemsOf(app, weighed.diagnoses, weighed.learned), {
    title: vscode.l10n.t('Diagnose "{0}"', app.core.server(id).label),
    placeHolder: shown(app, first.cause),
    matchOnDetail: true,
  });
  if (chosen?.remedy?.cure) await apply(app, id, chosen.remedy, chosen.remedy.cure);
  else if (chosen) await app.showServerLog(id);
}

/** A server that is not approved is not started: its fault says so, with the button for it. */
async function faultOf({ core }: App, id: string): Promise<Fault | undefined> {
  const server = core.server(id);
  const state = server.state.peek();
  if (state.kind === 'error') return state.fault;
  try {
    await server.start();
    return undefined;
  } catch (error) {
    return Fault.from(error);
  }
}

/** Experiments take seconds and can be cancelled: then what is known already is shown. */
async function lookCloser(app: App, id: string, fault: Fault): Promise<readonly Learned[]> {
  const { core } = app;
  const { label } = core.server(id);
  const title = shown(app, vscode.l10n.t('Diagnose "{0}"', label));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const search = async (progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken) =>
    withSignal(token, (signal) =>
      core.experiment(id, fault, {
        signal,
        mayAskRegistry: () => askForRegistry(label),
        onProgress: (message) => progress.report({ message }),
      }),
    );
  try {
    return await vscode.window.withProgress(options, search);
  } catch (error) {
    if (Fault.is(error, 'cancelled')) return [];
    throw error;
  }
}

async function askForRegistry(label: string): Promise<boolean> {
  const ask = vscode.l10n.t('Ask Registry');
  const question = vscode.l10n.t('Ask the package registry about the package of "{0}"?', label);
  return (await showMessage('information', question, ask)) === ask;
}

function itemsOf(app: App, diagnoses: readonly Diagnosis[], learned: readonly Learned[]): readonly RemedyItem[] {
  return [
    ...diagnoses.flatMap(({ cause, proof, remedies }) => section(app, cause, remedies, proof)),
    ...learned.flatMap(({ text, remedies }) => section(app, text, remedies)),
  ];
}

/** Without a remedy the sentence itself is a row: two titles in a row would be one. */
function section(app: App, title: string, remedies: readonly Remedy[], proof?: string): readonly RemedyItem[] {
  if (remedies.length === 0) return [{ label: `$(info) ${shown(app, title)}` }];
  return [
    { label: shown(app, title), kind: vscode.QuickPickItemKind.Separator },
    ...remedies.map((remedy) => ({
      label: `$(${remedy.cure ? icons[remedy.cure.kind] : 'info'}) ${shown(app, remedy.text)}`,
      ...(proof !== undefined && { detail: shown(app, proof) }),
      remedy,
    })),
  ];
}

/** Texts of servers are data: no icon, no link, no secret. */
function shown({ core }: App, text: string): string {
  return inertText(core.redactor.text(text)).replaceAll('$(', '$\u200B(');
}

async function apply(app: App, id: string, { text }: Remedy, cure: Cure): Promise<void> {
  if (cure.kind === 'signIn' || cure.kind === 'retry') return app.core.server(id).start();
  if (cure.kind === 'browse') return void (await vscode.env.openExternal(vscode.Uri.parse(cure.url, true)));
  if (cure.kind === 'terminal') return openTerminal(app, cure);
  if (cure.kind === 'open') return openSource(cure);
  const whole = cure.kind === 'ask' ? await askUser(app, text, cure) : cure;
  if (whole) await changeEntry(app, id, text, whole);
}

async function changeEntry(app: App, id: string, text: string, cure: Cure): Promise<void> {
  const cured = app.core.curedEntry(id, cure);
  if (!cured) return;
  if (cured.body === app.core.entry(id)?.raw && cured.inputs.length === 0) return askAgain(app, id);
  const change = vscode.l10n.t('Change Entry');
  const inputs = cured.inputs.length === 0 ? '' : `\n"inputs": ${JSON.stringify(cured.inputs, undefined, 2)}`;
  const entry = app.core.redactor.text(JSON.stringify(cured.body, undefined, 2) + inputs);
  const title = shown(app, vscode.l10n.t('{0}?', cured.instead ?? text));
  const becomes = vscode.l10n.t('The entry of "{0}" becomes:', app.core.server(id).label);
  const detail = `${becomes}\n\n${entry}`;
  if ((await showDialog('information', { title, detail }, change)) !== change) return;
  await app.core.cure(id, cure);
  await app.reloadConfiguration();
  await app.core.approve(id); // another launch than before
  await app.core.server(id).start();
}

/** The entry is right and what is stored for it is not. */
async function askAgain({ core }: App, id: string): Promise<void> {
  await core.reset(id, ['inputs']);
  await core.server(id).start();
}

/** A value with a secret is not shown to start from. */
async function askUser({ core }: App, title: string, cure: AskCure): Promise<Cure | undefined> {
  const { what, now = '' } = cure;
  const answer = what === 'text' ? await enter(title, core.redactor.text(now) === now ? now : '') : await choose(what);
  return answer === undefined || answer === '' ? undefined : answeredCure(cure, answer);
}

function enter(title: string, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({ title: inertText(title), value, ignoreFocusOut: true });
}

async function choose(what: 'file' | 'folder'): Promise<string | undefined> {
  const isFolder = what === 'folder';
  const found = await vscode.window.showOpenDialog({ canSelectFiles: !isFolder, canSelectFolders: isFolder });
  return found?.[0]?.fsPath;
}

async function openSource({ file, line }: Extract<Cure, { kind: 'open' }>): Promise<void> {
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}

/** Typed, and not run: the user presses Enter. A shell would keep a secret in its history. */
function openTerminal({ core }: App, { command, cwd }: Extract<Cure, { kind: 'terminal' }>): void {
  const words = command.join(' '); // quotes may split a secret, which is then not found
  if (core.redactor.text(words) !== words) {
    const message = vscode.l10n.t('The command contains a secret, so it is not typed into a terminal.');
    void showMessage('warning', message);
    return;
  }
  const terminal = vscode.window.createTerminal(cwd === undefined ? {} : { cwd });
  terminal.show();
  terminal.sendText(command.map(shellQuote).join(' '), false);
}
