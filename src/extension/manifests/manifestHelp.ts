import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { type Disposable, Lifetime, Renewable } from '../../base/lifetime.ts';
import type { SchemaHelp } from '../../core/manifest/editor/schemaHelp.ts';
import { manifestOptions } from '../../core/manifest/options.ts';

const schemaPath = ['media', 'schemas', 'tool-manifest.schema.json'];

/** Where `jsonValidation` applies the schema. */
const hasSchema = /[\\/]\.tairseach[\\/]manifests[\\/]/;

/** The schema of manifests in the folders of the settings; the usual folder has it by `jsonValidation`. */
export function helpWithManifests({ extensionUri }: vscode.ExtensionContext): Disposable {
  const lifetime = new Lifetime();
  const run = lifetime.add(new Renewable());
  let help: Promise<SchemaHelp> | undefined;
  const provider = new ManifestHelp(() => (help ??= loadHelp(extensionUri)));
  const register = (): void => {
    const current = run.renew();
    const selector = chosenFolders().flatMap(filtersOf);
    if (selector.length === 0) return;
    current.add(vscode.languages.registerCompletionItemProvider(selector, provider, '"'));
    current.add(vscode.languages.registerHoverProvider(selector, provider));
  };
  register();
  lifetime.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('mcpSwitchboard.manifests.folders')) register();
    }),
  );
  return lifetime;
}

function chosenFolders(): readonly string[] {
  const folders = vscode.workspace.getConfiguration('mcpSwitchboard').get<unknown>('manifests.folders');
  const texts = Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string' && folder !== '') : [];
  const [, ...chosen] = manifestOptions({ homeDir: homedir(), folders: texts as string[] }).folders;
  return chosen.filter((folder) => !hasSchema.test(`${folder}/`)); // else each name would be proposed twice
}

function filtersOf(folder: string): vscode.DocumentFilter[] {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '**/*.json');
  return ['json', 'jsonc'].map((language) => ({ scheme: 'file', language, pattern }));
}

async function loadHelp(extensionUri: vscode.Uri): Promise<SchemaHelp> {
  const [{ SchemaHelp }, bytes] = await Promise.all([
    import('../../core/manifest/editor/schemaHelp.ts'),
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, ...schemaPath)),
  ]);
  return new SchemaHelp(JSON.parse(new TextDecoder().decode(bytes)));
}

class ManifestHelp implements vscode.CompletionItemProvider, vscode.HoverProvider {
  readonly #load: () => Promise<SchemaHelp>;

  constructor(load: () => Promise<SchemaHelp>) {
    this.#load = load;
  }

  async provideCompletionItems(document: vscode.TextDocument, at: vscode.Position): Promise<vscode.CompletionItem[]> {
    const help = await this.#load();
    return help
      .propose(document.getText(), document.offsetAt(at))
      .map(({ label, insert, description, offset, length }) => {
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Property);
        item.range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
        item.insertText = insert;
        item.filterText = document.getText(item.range).startsWith('"') ? JSON.stringify(label) : label;
        if (description !== undefined) item.documentation = description;
        return item;
      });
  }

  async provideHover(document: vscode.TextDocument, at: vscode.Position): Promise<vscode.Hover | undefined> {
    const text = (await this.#load()).describe(document.getText(), document.offsetAt(at));
    return text === undefined ? undefined : new vscode.Hover(new vscode.MarkdownString().appendText(text));
  }
}
