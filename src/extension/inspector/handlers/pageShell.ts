import type { HealthFinding } from '../../../contract/browse.ts';

export interface AppRequest {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The user allows the page's requested domains. */
  readonly network: boolean;
}

/** What a page needs from VS Code. */
export interface PageShell {
  copy(text: string): Promise<void>;
  openText(text: string, language: string): Promise<void>;
  /** `undefined` when closed without a choice. */
  pickRecording(): Promise<string | undefined>;
  /** False when the user closed the dialog. */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>;
  /** The address of a folder; `undefined` when closed without a choice. */
  pickFolder(): Promise<string | undefined>;
  /** Runs a tool and shows its page (MCP Apps). */
  openApp(request: AppRequest): Promise<void>;
  showServerLog(id: string): void;
  /** Opens the server's entry in its configuration file. */
  editServer(id: string): Promise<void>;
  debugServer(id: string): Promise<void>;
  diagnoseServer(id: string): Promise<void>;
  /** Why no agent sees its tools, where that is so. */
  unseenByAgents(id: string): readonly HealthFinding[];
  copyReport(id: string): Promise<void>;
  /** Finds a tool among those of all servers; false when closed without a choice. */
  goToTool(): Promise<boolean>;
}
