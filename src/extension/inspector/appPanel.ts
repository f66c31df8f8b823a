import type { AppRequest } from './handlers/pageShell.ts';
import { noToolPage } from '../../base/faults/serverFaults.ts';
import * as vscode from 'vscode';
import { showDialog, showMessage } from '../shell/messages.ts';
import { Fault } from '../../base/fault.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { AppBridge } from '../../core/mcpApps/appBridge.ts';
import { type AppPage, appPolicy, appUriOf, readAppPage } from '../../core/mcpApps/appPage.ts';
import type { Core } from '../../core/app/core.ts';
import { isWebAddress } from '../../core/servers/model/clientRequests.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';

interface PanelParts {
  readonly core: Core;
  readonly root: vscode.Uri;
  readonly version: string;
  readonly log: Log;
}

/**
 * Runs a tool and shows its page in a panel of its own: another origin, a policy of its own, and inside it a
 * frame without any origin. The page of a server is never part of the Inspector's document.
 */
export async function openApp(parts: PanelParts, request: AppRequest): Promise<void> {
  const server = parts.core.server(request.server);
  const tool = server.tools.peek().find(({ name }) => name === request.tool);
  const uri = tool && appUriOf(tool);
  if (!tool || uri === undefined) throw noToolPage(request.tool);
  const page = readAppPage(await server.readResource(uri));
  const panel = vscode.window.createWebviewPanel(
    'mcpSwitchboard.app',
    vscode.l10n.t('App: {0}', tool.title ?? tool.name),
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, localResourceRoots: [parts.root], enableCommandUris: false },
  );
  panel.iconPath = new vscode.ThemeIcon('window');
  const lifetime = new Lifetime();
  panel.onDidDispose(() => lifetime.dispose());
  const bridge = connect(parts, panel, server, tool, page, lifetime);
  panel.webview.html = frameHtml(panel.webview, parts.root, page, request.network);
  await runInto(bridge, server, request, lifetime);
}

function connect(
  { version, log }: PanelParts,
  panel: vscode.WebviewPanel,
  server: ManagedServer,
  tool: ToolDefinition,
  page: AppPage,
  lifetime: Lifetime,
): AppBridge {
  const post = (message: unknown): void => void panel.webview.postMessage(message);
  const allowed = new Set<string>();
  const bridge = new AppBridge({
    server,
    tool,
    hostInfo: { name: 'mcp-switchboard', version },
    context: hostContext,
    post: (message) => post({ to: 'app', message }),
    mayCall: (wanted) => mayCall(wanted, tool, allowed),
    openLink,
    logged: (level, text) => log.debug('app', { server: server.id, level, text }),
    resized: (height) => post({ to: 'frame', height }),
  });
  lifetime.add(
    panel.webview.onDidReceiveMessage((received: { readonly from?: unknown; readonly message?: unknown }) => {
      if (received?.from === 'frame') post({ to: 'frame', html: page.html });
      else if (received?.from === 'app') void bridge.receive(received.message);
    }),
  );
  lifetime.add(vscode.window.onDidChangeActiveColorTheme(() => bridge.contextChanged()));
  return bridge;
}

/** The arguments go first, as the protocol has it; the panel may be closed while the tool still works. */
async function runInto(
  bridge: AppBridge,
  server: ManagedServer,
  { tool, args }: AppRequest,
  { signal }: Lifetime,
): Promise<void> {
  bridge.toolInput(args);
  try {
    bridge.toolResult(await server.callTool(tool, args, { signal }));
  } catch (error) {
    bridge.toolCancelled(Fault.from(error).message);
    if (!signal.aborted) throw error;
  }
}

function hostContext(): Readonly<Record<string, unknown>> {
  const { kind } = vscode.window.activeColorTheme;
  const isLight = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return {
    theme: isLight ? 'light' : 'dark',
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    locale: vscode.env.language,
    platform: vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop',
  };
}

/** The user decides, once or for this panel. A server's `readOnlyHint` is no reason to skip that. */
async function mayCall(wanted: ToolDefinition, app: ToolDefinition, allowed: Set<string>): Promise<boolean> {
  if (allowed.has(wanted.name)) return true;
  const once = vscode.l10n.t('Allow Once');
  const always = vscode.l10n.t('Allow for This App');
  const chosen = await showMessage(
    'warning',
    vscode.l10n.t('The app of "{0}" wants to call the tool "{1}".', app.name, wanted.name),
    once,
    always,
  );
  if (chosen === always) allowed.add(wanted.name);
  return chosen === once || chosen === always;
}

async function openLink(url: string): Promise<boolean> {
  if (!isWebAddress(url)) return false;
  const open = vscode.l10n.t('Open {0}', new URL(url).host);
  const chosen = await showDialog(
    'information',
    { title: vscode.l10n.t('An app wants to open an external website'), detail: url },
    open,
  );
  return chosen === open && (await vscode.env.openExternal(vscode.Uri.parse(url, true)));
}

/** The document around the app's frame. The frame inherits this policy, and cannot loosen it. */
function frameHtml(webview: vscode.Webview, root: vscode.Uri, page: AppPage, network: boolean): string {
  const script = webview.asWebviewUri(vscode.Uri.joinPath(root, 'appFrame.js')).toString();
  const policy = appPolicy(webview.cspSource, network ? page.domains : undefined);
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>MCP App</title>
</head>
<body data-testid="app-panel">
<script src="${script}"></script>
</body>
</html>`;
}
