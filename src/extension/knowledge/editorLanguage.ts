import { vscode } from '../shell/vscode.ts';
import type { AppSource } from '../shell/app.ts';
import type { KnowledgeApp } from './knowledgeController.ts';
import { patternFiles } from './patternDocument.ts';

/** Such as TMKB-AUTHZ-001, or ACME-AUTHZ-001 for the user's own. */
const patternId = /\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{3,4}\b/;
const readable = [{ scheme: 'file' }, { scheme: 'untitled' }];

/** Ids of patterns become links on hover, and pattern files are completed. Nothing is loaded before it is needed. */
export function registerKnowledgeEditor(source: AppSource<KnowledgeApp>): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(readable, {
      provideHover: (document, position) => hoverAt(source, document, position),
    }),
    vscode.languages.registerCompletionItemProvider(
      { scheme: 'file', pattern: patternFiles },
      { provideCompletionItems: complete },
      ' ',
    ),
  );
}

async function hoverAt(
  source: AppSource<KnowledgeApp>,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const range = document.getWordRangeAtPosition(position, patternId);
  if (!range) return undefined;
  const id = document.getText(range);
  // Names such as JIRA-1234 are everywhere: only our own are worth loading the app for.
  const app = await (id.startsWith('TMKB-') ? source.load() : source.peek());
  const found = app && (await app.knowledge.store.current()).get(id);
  return found && new vscode.Hover(hoverText(found.pattern), range);
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly threat: string;
  readonly fix: string;
}

/** The pattern's text is escaped: a workspace's pattern must not inject links or commands. */
function hoverText({ id, title, threat, fix }: Shown): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['mcpSwitchboard.openPattern'] };
  const link = `command:mcpSwitchboard.openPattern?${encodeURIComponent(JSON.stringify([id]))}`;
  text.appendMarkdown(`**${id}** `).appendText(title).appendMarkdown('\n\n').appendText(threat);
  text.appendMarkdown('\n\n').appendText(fix);
  return text.appendMarkdown(`\n\n[${vscode.l10n.t('Open in Knowledge Base')}](${link})`);
}

/** The YAML extension does it from the contributed schema where it is installed. */
async function complete(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[]> {
  if (vscode.extensions.getExtension('redhat.vscode-yaml')) return [];
  const { proposeInPattern } = await import('../../core/knowledge/pattern/proposeInPattern.ts');
  return proposeInPattern(document.getText(), position.line, position.character).map(({ label, text, detail }) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Property);
    item.insertText = text;
    item.detail = detail;
    return item;
  });
}
