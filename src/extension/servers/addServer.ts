import { configInvalid } from '../../base/faults/configFaults.ts';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { showDialog, showMessage } from '../shell/messages.ts';
import { addToFile } from '../../core/app/configured/configEditing.ts';
import { importSources } from '../../core/config/sources/configFiles.ts';
import type { NewServer } from '../../core/config/edit/edit.ts';
import { clientBody } from '../../core/config/sources/exportConfig.ts';
import { fromClipboard } from '../../core/config/sources/fromClipboard.ts';
import { configFormats } from '../../core/config/model/formats.ts';
import type { ConfigSource } from '../../core/config/model/model.ts';
import { fromPackage } from '../../core/config/edit/newServer.ts';
import { inputSecretKey } from '../../core/config/variables/inputs.ts';
import { parseConfig } from '../../core/config/parse/parseConfig.ts';
import { hideSecrets } from '../../core/trust/redaction/hideSecrets.ts';
import type { App } from '../shell/app.ts';
import { fillServerForm } from './serverForm.ts';
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
  const way = await vscode.window.showQuickPick(ways(), { title: vscode.l10n.t('Add MCP Server') });
  const found = await way?.find(app);
  if (!found || found.servers.length === 0) return;
  await addServers(app, found);
}

/** Writes them, shows the file and offers to approve; also for imports. */
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
  await offerApproval(names);
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

async function offerApproval(names: readonly string[]): Promise<void> {
  const approve = vscode.l10n.t('Approve…');
  const added = vscode.l10n.t('Added {0}. It does not run until you approve it.', names.join(', '));
  const chosen = await showMessage('information', added, ...(names.length === 1 ? [approve] : []));
  if (chosen === approve) await vscode.commands.executeCommand('mcpSwitchboard.approveServer', names[0]);
}

function ways(): readonly Way[] {
  return [
    {
      label: vscode.l10n.t('Step by Step'),
      detail: vscode.l10n.t('Enter the command or URL, variables or headers, name and file step by step'),
      find: async (app) => {
        const filled = await fillServerForm(app);
        return filled && { servers: [filled.server], target: filled.target };
      },
    },
    {
      label: vscode.l10n.t('From Package, URL or Command'),
      detail: vscode.l10n.t('npm or PyPI package, Docker image, URL, or a command line from a readme'),
      find: (app) => intoFile(app, askPackage()),
    },
    {
      label: vscode.l10n.t('From Clipboard'),
      detail: vscode.l10n.t('JSON configuration of any client, an install link, or a command'),
      find: (app) => intoFile(app, readClipboard()),
    },
    {
      label: vscode.l10n.t('From Another Client'),
      detail: 'Claude Desktop, Cursor, Windsurf, Copilot CLI, Kimi Code',
      find: (app) => intoFile(app, importFromClient(app)),
    },
  ];
}

async function intoFile(app: App, finding: Promise<readonly NewServer[] | undefined>): Promise<Found | undefined> {
  const servers = await finding;
  if (!servers || servers.length === 0) return undefined;
  const items = targetsFor(app, servers);
  const title = vscode.l10n.t('Select a configuration file');
  const chosen = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title });
  return chosen && { servers, target: chosen.source };
}

async function askPackage(): Promise<readonly NewServer[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add MCP Server'),
    prompt: vscode.l10n.t('Package, URL or command'),
    placeHolder: '@modelcontextprotocol/server-everything@2026.8.31',
    ignoreFocusOut: true,
    validateInput: (value) => (fromPackage(value) ? undefined : vscode.l10n.t('Not a valid package, URL or command.')),
  });
  const server = text === undefined ? undefined : fromPackage(text);
  return server && [server];
}

async function readClipboard(): Promise<readonly NewServer[]> {
  const { servers, problems } = fromClipboard(await vscode.env.clipboard.readText());
  if (servers.length === 0) throw configInvalid('problems', problems.join(' '));
  return servers;
}

async function importFromClient({ ports }: App): Promise<readonly NewServer[] | undefined> {
  const machine = { platform: process.platform, home: homedir(), env: process.env };
  const items: (vscode.QuickPickItem & { readonly server: NewServer })[] = [];
  for (const source of importSources(machine, ports.workspace.folders)) {
    const text = await ports.files.read(source.file);
    if (text === undefined) continue;
    for (const entry of parseConfig(text, source.kind, source.file, source.folder).servers) {
      const server = { name: entry.name, body: clientBody(entry, 'vscode') };
      items.push({ label: entry.name, description: configFormats[source.kind].label(), detail: source.file, server });
    }
  }
  if (items.length === 0) throw configInvalid('nothingToImport');
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import MCP Servers'),
    canPickMany: true,
  });
  return chosen?.map(({ server }) => server);
}

function lineOf(text: string | undefined, name: string | undefined): number {
  const at = name === undefined ? -1 : (text?.indexOf(JSON.stringify(name)) ?? -1);
  return at < 0 ? 1 : (text ?? '').slice(0, at).split('\n').length;
}
