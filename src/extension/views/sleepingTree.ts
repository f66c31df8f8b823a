import { vscode } from '../shell/vscode.ts';
import type { ServersTree, TreeApp } from './serversTree.ts';
import type { Node } from './treeNodes.ts';

/** The tree as long as nobody has opened it; what draws its rows comes with the app. */
export class SleepingTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #load: () => Promise<TreeApp>;
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #tree: Promise<ServersTree> | undefined;

  constructor(load: () => Promise<TreeApp>) {
    this.#load = load;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    return (await this.#open()).getChildren(node);
  }

  async getTreeItem(node: Node): Promise<vscode.TreeItem> {
    return (await this.#open()).getTreeItem(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    return (await this.#open()).resolveTreeItem(item, node);
  }

  /** Only a row that was drawn can be selected. */
  showInInspector(node: Node | undefined): void {
    void this.#tree?.then((tree) => tree.showInInspector(node));
  }

  dispose(): void {
    this.#changed.dispose();
    void this.#tree?.then((tree) => tree.dispose());
  }

  #open(): Promise<ServersTree> {
    this.#tree ??= this.#wake();
    return this.#tree;
  }

  async #wake(): Promise<ServersTree> {
    const tree = (await this.#load()).openTree();
    tree.onDidChangeTreeData((node) => this.#changed.fire(node));
    return tree;
  }
}
