import { vscode } from '../shell/vscode.ts';
import { isRecord } from '../../base/json.ts';
import { isAccessUnlimited } from '../shell/policy.ts';
import { agentSettingsText, readExposeAs } from './agentSettings.ts';

/** One server definition for VS Code. */
export interface Offer {
  readonly label: string;
  readonly path: string;
  readonly version: string;
}

/** What VS Code was given last in this workspace, and the settings that led to it. */
interface GivenOffers {
  readonly settings: string;
  readonly port: number;
  readonly offers: readonly Offer[];
}

/** The workspace is trusted, no policy forbids it, and the user has not disabled it. */
export function agentsAreWanted(): boolean {
  return vscode.workspace.isTrusted && readExposeAs() !== 'off' && isAccessUnlimited();
}

export function definitionsOf(
  offers: readonly Offer[],
  { port, token }: { readonly port: number; readonly token: string },
): vscode.McpHttpServerDefinition[] {
  return offers.map(
    ({ label, path, version }) =>
      new vscode.McpHttpServerDefinition(
        label,
        vscode.Uri.parse(`http://127.0.0.1:${port}${path}`, true),
        { Authorization: `Bearer ${token}` },
        version,
      ),
  );
}

const memoryKey = 'agentOffers';

/** In VS Code's own storage of the workspace: it can be read before the store is loaded, and holds nothing that is decided by. */
export function rememberOffers(memory: vscode.Memento, offers: readonly Offer[], port: number): void {
  const given: GivenOffers = { settings: agentSettingsText(), port, offers };
  if (JSON.stringify(memory.get(memoryKey)) !== JSON.stringify(given)) void memory.update(memoryKey, given);
}

export function forgetOffers(memory: vscode.Memento): void {
  if (memory.get(memoryKey) !== undefined) void memory.update(memoryKey, undefined);
}

/** `undefined` where nothing is remembered, or the settings have changed since. */
export function rememberedOffers(memory: vscode.Memento): GivenOffers | undefined {
  const found: unknown = memory.get(memoryKey);
  if (!isRecord(found) || found['settings'] !== agentSettingsText()) return undefined;
  const { settings, port, offers } = found;
  const isWhole = typeof port === 'number' && Array.isArray(offers) && offers.every(isOffer);
  return isWhole ? { settings: String(settings), port, offers } : undefined;
}

function isOffer(value: unknown): value is Offer {
  return isRecord(value) && ['label', 'path', 'version'].every((key) => typeof value[key] === 'string');
}
