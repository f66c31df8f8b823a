import { vscode } from '../shell/vscode.ts';
import type { AppSource } from '../shell/app.ts';
import type { AgentApp } from './agentGateway.ts';
import { definitionsOf } from './agentOffers.ts';
import { concernsAgents } from './concernsAgents.ts';
import { type SleepingAgents, openSleepingAgents, sleepingDefinitions } from './sleepingAgents.ts';

/** Provides the MCP servers of this window to VS Code, from memory until an agent connects or the app is there anyway. */
export class McpProvider implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #source: AppSource<AgentApp>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #registered: vscode.Disposable;
  #asleep: Promise<SleepingAgents | undefined> | undefined;
  #listening: vscode.Disposable | undefined;

  constructor(context: vscode.ExtensionContext, source: AppSource<AgentApp>) {
    this.#context = context;
    this.#source = source;
    this.#registered = vscode.Disposable.from(
      this.#changed,
      vscode.lm.registerMcpServerDefinitionProvider('mcpSwitchboard.agents', {
        onDidChangeMcpServerDefinitions: this.#changed.event,
        provideMcpServerDefinitions: () => this.#definitions(),
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!source.peek() && concernsAgents(event)) this.#changed.fire();
      }),
    );
  }

  /** For the app, which takes it over. */
  asleep(): Promise<SleepingAgents | undefined> {
    return this.#asleep ?? Promise.resolve(undefined);
  }

  /** The app is there, for whatever reason. */
  follow({ agents }: AgentApp): void {
    this.#listening ??= agents.onDidChange(() => this.#changed.fire());
    this.#changed.fire();
  }

  dispose(): void {
    this.#registered.dispose();
    this.#listening?.dispose();
    void this.#asleep?.then((asleep) => asleep?.port.dispose());
  }

  async #definitions(): Promise<vscode.McpHttpServerDefinition[]> {
    const remembered = this.#source.peek() ? undefined : await this.#sleeping();
    return remembered ?? (await this.#source.load()).agents.definitions();
  }

  async #sleeping(): Promise<vscode.McpHttpServerDefinition[] | undefined> {
    const isRead = this.#asleep === undefined; // the settings, just now; of a change VS Code is told, and asks again
    this.#asleep ??= this.#open();
    const asleep = await this.#asleep;
    if (asleep && isRead) return definitionsOf(asleep.offers, asleep.port);
    return asleep && sleepingDefinitions(this.#context, asleep);
  }

  #open(): Promise<SleepingAgents | undefined> {
    return openSleepingAgents(this.#context, () => void this.#source.load()).catch(() => undefined); // the app says why
  }
}
