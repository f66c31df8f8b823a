import * as vscode from 'vscode';
import { showDialog, showMessage } from '../../shell/messages.ts';
import { addToFile } from '../../../core/app/configured/configEditing.ts';
import type { NewServer } from '../../../core/config/edit/edit.ts';
import { fromPackage } from '../../../core/config/edit/newServer.ts';
import { configFormats } from '../../../core/config/model/formats.ts';
import type { ConfigSource } from '../../../core/config/model/model.ts';
import { knownServers } from '../../../core/config/sources/knownServers.ts';
import { inputSecretKey } from '../../../core/config/variables/inputs.ts';
import { parseConfig } from '../../../core/config/parse/parseConfig.ts';
import { hideSecrets } from '../../../core/trust/redaction/hideSecrets.ts';
import type { App } from '../../shell/app.ts';
import { approveAll, approveAndStart } from '../approveServers.ts';
import { fillServerForm } from './serverForm.ts';
import { askPackage, chooseKnown, clipboardNames, importFromClient, readClipboard } from './serverWays.ts';
import { targetsFor } from './targets.ts';

interface Found {
  readonly servers: readonly NewServer[];
  readonly target: ConfigSource;
}

interface Way extends vscode.QuickPickItem {
  readonly find: (app: App) => Promise<Found | undefined>;
}

/** Adds servers to a file of the user's choice. They wait for approval like any other: adding never starts one. */
export async function addServerCommand(app: App): Promise<void> {
  const way = await pickWay(ways(await clipboardNames()));
  const found = await way?.find(app);
  if (!found || found.servers.length === 0) return;
  await addServers(app, found);
}

/** An address or a command that is typed or pasted into the list itself is a way too. */
function pickWay(rows: readonly Way[]): Promise<Way | undefined> {
  const pick = vscode.window.createQuickPick<Way>();
  pick.title = vscode.l10n.t('Add MCP Server');
  pick.placeholder = vscode.l10n.t('Select, or type a package, URL or command');
  pick.items = rows;
  pick.onDidChangeValue((text) => (pick.items = [...typedWay(text.trim()), ...rows]));
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose(); // and its listeners
    });
    pick.show();
  });
}

/** A mere word searches the rows. */
function typedWay(text: string): readonly Way[] {
  const server = /[\s/:@]/.test(text) ? fromPackage(text) : undefined;
  if (!server) return [];
  const label = `$(add) ${vscode.l10n.t('Add "{0}"', text)}`;
  return [{ label, alwaysShow: true, find: (app) => intoFile(app, Promise.resolve([server])) }];
}

/** Writes them, shows the file and asks for approval; also for imports. */
export async function addServers(app: App, found: Found): Promise<void> {
  const { target } = found;
  const servers = await keepSecretsOut(app, found);
  if (!servers) return;
  const names = await addToFile(app.ports.files, target, servers);
  await app.reloadConfiguration();
  const [first] = names;
  if (first === undefined) return;
  app.select({ server: first });
  await app.openConfiguration([target.file, lineOf(await app.ports.files.read(target.file), first)]);
  await offerApproval(app, names);
}

/** What was pasted or imported may hold secrets: better in the secret storage than in a file. */
async function keepSecretsOut({ ports }: App, { servers, target }: Found): Promise<readonly NewServer[] | undefined> {
  const { inputs } = parseConfig((await ports.files.read(target.file)) ?? '', target.kind, target.file);
  const taken = new Set(inputs.map(({ id }) => id));
  const hidden = servers.map((server) => hideSecrets(server, taken));
  const secrets = hidden.flatMap((one) => one.secrets);
  if (secrets.length === 0 || configFormats[target.kind].inputs === undefined) return servers;
  const [keep, write] = [vscode.l10n.t('Keep in Secret Storage'), vscode.l10n.t('Write to File')];
  const chosen = await showDialog(
    'warning',
    {
      title: vscode.l10n.t('Some values look like secrets: {0}', secrets.map(({ name }) => name).join(', ')),
      detail: vscode.l10n.t('The file refers to them as inputs, and the values stay in secret storage.'),
    },
    keep,
    write,
  );
  if (chosen !== keep) return chosen === write ? servers : undefined;
  for (const { input, value } of secrets)
    await ports.secrets.set(inputSecretKey({ file: target.file, id: input }), value);
  return hidden.map(({ server }) => server);
}

function showInspector(preserveFocus: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('mcpSwitchboard.inspector.focus', { preserveFocus });
}

/** One server is asked about at once: the next step is never elsewhere. Several are told, with one list for all. */
async function offerApproval(app: App, names: readonly string[]): Promise<void> {
  const [only, ...more] = names;
  if (only !== undefined && more.length === 0) {
    // It loads behind the dialog: one that is to have the focus takes it from the buttons as soon as it has loaded.
    await showInspector(true);
    return approveAndStart(app.core, only, () => showInspector(false));
  }
  const approve = vscode.l10n.t('Approve All…');
  const added = vscode.l10n.t("Added {0}. They won't run until you approve them.", names.join(', '));
  if ((await showMessage('information', added, approve)) === approve) await approveAll(app);
}

function ways(onClipboard: string | undefined): readonly Way[] {
  return [
    {
      label: vscode.l10n.t('$(library) Known Servers'),
      detail: vscode.l10n.t('{0} servers with tested versions', knownServers.length),
      find: (app) => intoFile(app, chooseKnown()),
    },
    {
      label: vscode.l10n.t('$(clippy) From Clipboard'),
      ...(onClipboard !== undefined && { description: onClipboard }),
      detail: vscode.l10n.t('From a README: JSON configuration of any client, an install link, or a command'),
      find: (app) => intoFile(app, readClipboard()),
    },
    {
      label: vscode.l10n.t('$(package) From Package, URL or Command'),
      detail: vscode.l10n.t('npm or PyPI package, Docker image, URL, or a command line from a README'),
      find: (app) => intoFile(app, askPackage()),
    },
    {
      label: vscode.l10n.t('$(cloud-download) From Another Client'),
      detail: 'Claude, Codex, Gemini, Cursor, Windsurf, Zed, JetBrains, Goose, LM Studio, Copilot CLI, Kimi Code',
      find: (app) => intoFile(app, importFromClient(app)),
    },
    {
      label: vscode.l10n.t('$(list-ordered) Step by Step'),
      detail: vscode.l10n.t('Enter the command or URL, variables or headers, name and file step by step'),
      find: async (app) => {
        const filled = await fillServerForm(app);
        return filled && { servers: [filled.server], target: filled.target };
      },
    },
  ];
}

async function intoFile(app: App, finding: Promise<readonly NewServer[] | undefined>): Promise<Found | undefined> {
  const servers = await finding;
  if (!servers || servers.length === 0) return undefined;
  const items = targetsFor(app, servers);
  const title = vscode.l10n.t('Where should it be saved?');
  const chosen = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title });
  return chosen && { servers, target: chosen.source };
}

function lineOf(text: string | undefined, name: string | undefined): number {
  const at = name === undefined ? -1 : (text?.indexOf(JSON.stringify(name)) ?? -1);
  return at < 0 ? 1 : (text ?? '').slice(0, at).split('\n').length;
}
