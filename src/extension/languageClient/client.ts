import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';
import { Lifetime } from '../../base/lifetime.ts';
import { languageServerEnv, languageServerFlags } from '../../core/process/languageServerProcess.ts';
import { type ConvertedText, type LanguageOptions, showTextMethod, trustMethod } from '../../contract/language.ts';
import type { App } from '../shell/app.ts';
import { commandIds } from '../shell/commandIds.ts';
import { userConfiguration } from '../shell/userConfiguration.ts';
import { feedLive } from './live.ts';

const name = 'MCP Switchboard Language Server';
const patterns = [
  '**/{mcp.json,.mcp.json,.mcprc,claude_desktop_config.json,devcontainer.json,.devcontainer.json}',
  '**/windsurf/mcp_config.json',
  '**/.copilot/mcp-config.json',
  '**/*.code-workspace',
  '**/*.mcptest.{json,jsonc}',
];

/** Runs the language server in its own process, and sends it the state of the servers. */
export async function startLanguageClient(
  context: vscode.ExtensionContext,
  load: () => Promise<App>,
): Promise<vscode.Disposable> {
  const lifetime = new Lifetime();
  const outputChannel = lifetime.add(vscode.window.createOutputChannel(name, { log: true }));
  const run = {
    module: context.asAbsolutePath('dist/lsp.js'),
    transport: TransportKind.ipc,
    options: { execArgv: [...languageServerFlags], env: { ...languageServerEnv } },
  };
  const client = new LanguageClient(
    'mcpSwitchboard',
    name,
    { run, debug: run },
    clientOptions(context, outputChannel, lifetime),
  );
  lifetime.defer(() => void client.stop().catch(() => {})); // it may have ended before
  client.onRequest(showTextMethod, showText);
  await client.start();
  lifetime.add(
    vscode.workspace.onDidGrantWorkspaceTrust(() => void client.sendNotification(trustMethod, { trusted: true })),
  );
  void feedWhenLoaded(client, load, lifetime);
  return vscode.Disposable.from({ dispose: () => lifetime.dispose() });
}

/** The server states come from the app. A user who opens this file needs them, so the app is loaded after the first responses. */
async function feedWhenLoaded(client: LanguageClient, load: () => Promise<App>, lifetime: Lifetime): Promise<void> {
  const { core } = await load();
  if (!lifetime.ended) lifetime.add(feedLive(core, client));
}

function clientOptions(
  context: vscode.ExtensionContext,
  outputChannel: vscode.LogOutputChannel,
  lifetime: Lifetime,
): LanguageClientOptions {
  const { workspaceFile } = vscode.workspace;
  const options: LanguageOptions = {
    covers: ['json-syntax', 'json-schema', 'vscode-mcp'],
    trusted: vscode.workspace.isTrusted,
    userFile: userConfiguration(context),
    ...(workspaceFile?.scheme === 'file' && { workspaceFile: workspaceFile.fsPath }),
    commands: [...commandIds],
    bundle: vscode.l10n.bundle ? textBundle(vscode.l10n.bundle) : {},
  };
  const watched = ['**/{mcp.json,.mcp.json,.mcprc,.gitignore}', '**/.env*'];
  return {
    outputChannel,
    initializationOptions: options,
    documentSelector: ['file', 'vscode-userdata'].flatMap((scheme) => patterns.map((pattern) => ({ scheme, pattern }))),
    synchronize: { fileEvents: watched.map((glob) => lifetime.add(vscode.workspace.createFileSystemWatcher(glob))) },
  };
}

/** An entry with a comment is an object that holds its message. */
function textBundle(bundle: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(bundle).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

async function showText({ text, language, notes }: ConvertedText): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language });
  await vscode.window.showTextDocument(document);
  if (notes.length > 0) void showMessage('information', notes.join(' '));
}
