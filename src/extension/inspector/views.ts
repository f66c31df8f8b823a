import { vscode } from '../shell/vscode.ts';
import type { App } from '../shell/app.ts';
import { listenEarly } from './earlyMessages.ts';
import { pageOptions, type PageView, writePage } from './page.ts';
import { portOf } from './webviewPort.ts';

const panelType = 'mcpSwitchboard.inspectorPanel';
const knowledgeType = 'mcpSwitchboard.knowledgePanel';

/** Shows the webview app in its places; each page gets its own peer, and the host owns the state. */
export class InspectorViews {
  readonly #root: vscode.Uri;
  readonly #load: () => Promise<App>;
  #panel: vscode.WebviewPanel | undefined;
  #allTraffic: vscode.WebviewPanel | undefined;
  #knowledge: vscode.WebviewPanel | undefined;

  constructor(context: vscode.ExtensionContext, load: () => Promise<App>) {
    this.#root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
    this.#load = load;
    const restore = (type: string, adopt: (panel: vscode.WebviewPanel) => void): vscode.Disposable =>
      vscode.window.registerWebviewPanelSerializer(type, { deserializeWebviewPanel: async (panel) => adopt(panel) });
    this.restored = [
      restore(panelType, (panel) => this.#adopt(panel)),
      restore(knowledgeType, (panel) => this.#adoptKnowledge(panel)),
    ];
  }

  provider(view: PageView): vscode.WebviewViewProvider {
    return { resolveWebviewView: (place) => this.#show(place, view) };
  }

  /** After a reload of the window. */
  readonly restored: readonly vscode.Disposable[];

  openPanel(): void {
    if (this.#panel) return this.#panel.reveal();
    this.#adopt(this.#newPanel(panelType, vscode.l10n.t('MCP Inspector'), vscode.ViewColumn.Active));
  }

  /** An editor of its own, beside the code that a question was about. */
  openKnowledge(): void {
    if (this.#knowledge) return this.#knowledge.reveal();
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    this.#adoptKnowledge(this.#newPanel(knowledgeType, vscode.l10n.t('Threat Knowledge Base'), column));
  }

  isPanelShown(): boolean {
    return this.#panel?.visible ?? false;
  }

  /** Every row there is, in files and in memory, paged through like a recording. */
  async openAllTraffic(): Promise<void> {
    if (this.#allTraffic) return this.#allTraffic.reveal();
    const app = await this.#load();
    const title = vscode.l10n.t('MCP Traffic History');
    const panel = this.#newPanel('mcpSwitchboard.allTraffic', title, vscode.ViewColumn.Active);
    this.#allTraffic = panel;
    panel.iconPath = new vscode.ThemeIcon('pulse');
    panel.onDidDispose(() => (this.#allTraffic = undefined));
    writePage(panel.webview, this.#root, 'recording', 'editor');
    const visibility = { isInspector: false, isShown: () => panel.visible };
    const session = app.openSession(portOf(panel.webview, []), visibility, app.core.traffic);
    panel.onDidDispose(() => session.dispose());
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = new vscode.ThemeIcon('mcp');
    panel.onDidDispose(() => (this.#panel = undefined));
    this.#show(panel, 'inspector');
  }

  #adoptKnowledge(panel: vscode.WebviewPanel): void {
    this.#knowledge = panel;
    panel.iconPath = new vscode.ThemeIcon('shield');
    panel.onDidDispose(() => (this.#knowledge = undefined));
    this.#show(panel, 'knowledge');
  }

  #newPanel(type: string, title: string, column: vscode.ViewColumn): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(type, title, column, pageOptions(this.#root));
  }

  readonly recordings: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
    resolveCustomEditor: ({ uri }, panel) => {
      const early = listenEarly(panel.webview);
      writePage(panel.webview, this.#root, 'recording', 'editor');
      void import('./recordingEditor.ts').then((module) => module.showRecording(uri, panel, early, this.#load));
    },
  };

  #show(place: vscode.WebviewView | vscode.WebviewPanel, view: PageView): void {
    const early = listenEarly(place.webview);
    let gone = false;
    place.onDidDispose(() => (gone = true));
    writePage(place.webview, this.#root, view, 'viewColumn' in place ? 'editor' : 'view');
    void Promise.all([this.#load(), early.first]).then(([app]) => {
      early.dispose();
      if (gone) return;
      const session = app.openSession(portOf(place.webview, early.messages), {
        isInspector: view === 'inspector',
        isShown: () => place.visible,
        ...('viewColumn' in place && { onDidChangeShown: place.onDidChangeViewState }),
      });
      place.onDidDispose(() => session.dispose());
    });
  }
}
