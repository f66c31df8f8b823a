import { randomBytes } from 'node:crypto';
import { vscode } from '../shell/vscode.ts';

/** What each page loads at once, by the build; nothing where the sources are run. */
declare const SWITCHBOARD_PAGE_FILES: Readonly<Record<PageView, readonly string[]>> | undefined;

export type PageView = 'inspector' | 'traffic' | 'recording' | 'knowledge';
/** A page is transparent: what stays in view over scrolled text has to know what colour is behind it. */
type PagePlace = 'view' | 'editor';

/** A panel is made with the same ones: others would have VS Code load the page twice. */
export function pageOptions(root: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [root], enableCommandUris: false };
}

/** The whole page: no inline style, one inline line of script, nothing from anywhere but dist/webview. */
export function writePage(webview: vscode.Webview, root: vscode.Uri, view: PageView, place: PagePlace): void {
  webview.options = pageOptions(root);
  webview.html = pageHtml({
    view,
    place,
    nonce: randomBytes(16).toString('base64url'),
    cspSource: webview.cspSource,
    script: webview.asWebviewUri(vscode.Uri.joinPath(root, 'app.js')).toString(),
    files: filesOf(view).map((file) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString()),
    style: webview.asWebviewUri(vscode.Uri.joinPath(root, 'app.css')).toString(),
    language: vscode.env.language,
    texts: JSON.stringify(vscode.l10n.bundle ?? {}),
    loading: vscode.l10n.t('Loading'),
  });
}

function filesOf(view: PageView): readonly string[] {
  return typeof SWITCHBOARD_PAGE_FILES === 'undefined' ? [] : SWITCHBOARD_PAGE_FILES[view];
}

interface PageParts {
  readonly view: PageView;
  readonly place: PagePlace;
  readonly nonce: string;
  readonly cspSource: string;
  readonly script: string;
  /** Those that the script leads to: asked for with it, and not one behind the other. */
  readonly files: readonly string[];
  readonly style: string;
  readonly language: string;
  readonly texts: string;
  readonly loading: string;
}

function pageHtml({
  view,
  place,
  nonce,
  cspSource,
  script,
  files,
  style,
  language,
  texts,
  loading,
}: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${cspSource}`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    `media-src data:`,
  ].join('; ');
  // VS Code keeps a page hidden until it has loaded. What `import()` and a preload bring is no part of that.
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="preload" as="style" href="${style}">
<title>MCP Switchboard</title>
</head>
<body data-view="${view}" data-place="${place}" data-texts="${escapeAttribute(texts)}">
<div id="root"><p class="empty">${escapeAttribute(loading)}</p></div>
<script nonce="${nonce}">for(const file of ${JSON.stringify([script, ...files])})import(file)</script>
</body>
</html>`;
}

/** For what cannot be shown: words only, and nothing runs. */
export function writeMessage(webview: vscode.Webview, words: string): void {
  webview.html = `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head>
<body><p>${escapeAttribute(words)}</p></body></html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
