import path from 'node:path';
import * as vscode from 'vscode';
import { addToFile } from '../../core/app/configured/configEditing.ts';
import { addLaunch, serverFromTemplate } from '../../core/source/serverTemplate.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';

type Template = Awaited<ReturnType<typeof serverFromTemplate>>;
interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Writes a server that works, with its checks, its entry and a configuration to debug it. Nothing is started. */
export async function createServer(app: App): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return offerFolder();
  const chosen = await choose(folder.uri.fsPath);
  if (!chosen) return;
  const { name, language, transport } = chosen;
  const isWindows = process.platform === 'win32';
  const templates = path.join(app.extensionFolder, 'media', 'templates');
  const template = await serverFromTemplate(templates, { name, language, transport, isWindows });
  await write(app, folder.uri.fsPath, name, template);
  await app.reloadConfiguration();
  app.select({ server: name });
  await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder.uri.fsPath, template.main)));
  await offerInstall(path.join(folder.uri.fsPath, name), name, template);
}

async function offerFolder(): Promise<void> {
  const open = vscode.l10n.t('Open Folder');
  const message = vscode.l10n.t('A new server needs a folder to be written to.');
  if ((await showMessage('information', message, open)) === open)
    await vscode.commands.executeCommand('workbench.action.files.openFolder');
}

async function choose(
  folder: string,
): Promise<{ name: string; language: 'typescript' | 'python'; transport: 'stdio' | 'http' } | undefined> {
  const title = vscode.l10n.t('Create MCP Server');
  const languages: readonly Choice<'typescript' | 'python'>[] = [
    { label: 'TypeScript', detail: vscode.l10n.t('Node.js 20 or later'), value: 'typescript' },
    { label: 'Python', detail: vscode.l10n.t('Python 3.10 or later'), value: 'python' },
  ];
  const language = await vscode.window.showQuickPick(languages, { title });
  if (!language) return undefined;
  const transports: readonly Choice<'stdio' | 'http'>[] = [
    { label: 'stdio', detail: vscode.l10n.t('A process that VS Code starts'), value: 'stdio' },
    { label: 'HTTP', detail: vscode.l10n.t('A service that you start yourself'), value: 'http' },
  ];
  const transport = await vscode.window.showQuickPick(transports, { title });
  if (!transport) return undefined;
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Name of the server and of its folder'),
    value: 'my-server',
    validateInput: (text) => nameProblem(folder, text),
  });
  return name === undefined ? undefined : { name, language: language.value, transport: transport.value };
}

async function nameProblem(folder: string, name: string): Promise<string | undefined> {
  if (!/^[a-z\d][a-z\d-]{0,39}$/.test(name)) return vscode.l10n.t('Lower-case letters, digits and "-" only.');
  const taken = vscode.workspace.fs.stat(vscode.Uri.file(path.join(folder, name)));
  return taken.then(
    () => vscode.l10n.t('"{0}" exists already.', name),
    () => undefined,
  );
}

async function write({ ports }: App, folder: string, name: string, template: Template): Promise<void> {
  for (const [file, text] of template.files) await ports.files.replace(path.join(folder, file), text);
  const file = path.join(folder, '.vscode', 'mcp.json');
  const source = { kind: 'vscode' as const, file, folder: { name: path.basename(folder), path: folder } };
  await addToFile(ports.files, source, [{ name, body: template.body }]);
  const { launch } = template;
  if (launch)
    await ports.files.edit(path.join(folder, '.vscode', 'launch.json'), (text) => addLaunch(text, launch) ?? text);
}

/** In a terminal, where it can be seen and stopped. */
async function offerInstall(cwd: string, name: string, { install, start }: Template): Promise<void> {
  const button = vscode.l10n.t('Install Packages');
  const message = vscode.l10n.t('"{0}" was created. Install its packages, then start it.', name);
  if ((await showMessage('information', message, button)) !== button) return;
  const terminal = vscode.window.createTerminal({ name, cwd });
  terminal.show();
  terminal.sendText(install);
  if (start !== undefined) terminal.sendText(start, false); // to be confirmed when the packages are there
}
