import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';
import { type PageView, writePage } from './page.ts';

const panelType = 'mcpSwitchboard.inspectorPanel';

/** Shows the webview app in its three places; each page gets its own peer, and the host owns the state. */
export class InspectorViews {
  readonly #root: vscode.Uri;
  readonly #load: () => Promise<App>;
  #panel: vscode.WebviewPanel | undefined;
  #allTraffic: vscode.WebviewPanel | undefined;

  constructor(context: vscode.ExtensionContext, load: () => Promise<App>) {
    this.#root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
    this.#load = load;
  }

  provider(view: PageView): vscode.WebviewViewProvider {
    return { resolveWebviewView: (place) => this.#show(place, view) };
  }

  readonly serializer: vscode.WebviewPanelSerializer = {
    deserializeWebviewPanel: async (panel) => this.#adopt(panel),
  };

  openPanel(): void {
    if (this.#panel) return this.#panel.reveal();
    this.#adopt(
      vscode.window.createWebviewPanel(panelType, vscode.l10n.t('MCP Inspector'), vscode.ViewColumn.Active, {
        enableScripts: true,
        localResourceRoots: [this.#root],
      }),
    );
  }

  /** Every row there is, in files and in memory, paged through like a recording. */
  async openAllTraffic(): Promise<void> {
    if (this.#allTraffic) return this.#allTraffic.reveal();
    const app = await this.#load();
    const title = vscode.l10n.t('MCP Traffic History');
    const panel = vscode.window.createWebviewPanel('mcpSwitchboard.allTraffic', title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [this.#root],
    });
    this.#allTraffic = panel;
    panel.iconPath = new vscode.ThemeIcon('pulse');
    panel.onDidDispose(() => (this.#allTraffic = undefined));
    writePage(panel.webview, this.#root, 'recording', 'editor');
    const visibility = { isInspector: false, isShown: () => panel.visible };
    const session = app.openSession(panel.webview, [], visibility, app.core.traffic);
    panel.onDidDispose(() => session.dispose());
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = new vscode.ThemeIcon('mcp');
    panel.onDidDispose(() => (this.#panel = undefined));
    this.#show(panel, 'inspector');
  }

  /** A recording is opened first: a page with nothing to show would only hide why. */
  readonly recordings: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
    resolveCustomEditor: async ({ uri }, panel) => {
      const { showRecording } = await import('./recordingEditor.ts');
      await showRecording(uri, panel, { root: this.#root, app: await this.#load() });
    },
  };

  /** Listens before the page is written, so that its first request is never lost while the app loads. */
  #show(place: vscode.WebviewView | vscode.WebviewPanel, view: PageView): void {
    const early: unknown[] = [];
    const listening = place.webview.onDidReceiveMessage((message: unknown) => early.push(message));
    let gone = false;
    place.onDidDispose(() => (gone = true));
    writePage(place.webview, this.#root, view, 'viewColumn' in place ? 'editor' : 'view');
    void this.#load().then((app) => {
      listening.dispose();
      if (gone) return;
      const session = app.openSession(place.webview, early, {
        isInspector: view === 'inspector',
        isShown: () => place.visible,
      });
      place.onDidDispose(() => session.dispose());
    });
  }
}
