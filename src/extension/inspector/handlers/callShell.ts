import * as vscode from 'vscode';
import { showDialog, showMessage } from '../../shell/messages.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { CallToCheck } from '../../../core/checks/write/addChecks.ts';
import { saveFile } from '../../shell/saveFile.ts';

const scheme = 'mcp-switchboard-result';
const mostHeld = 20;

interface ShownText {
  readonly name: string;
  readonly text: string;
}

/** What only VS Code can do with the result of a call. */
export interface CallShell {
  copy(text: string): Promise<void>;
  openText(text: string, language: string): Promise<void>;
  /** Asks where to; nothing is written when the user closes the dialog. */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>;
  /** One that nobody asked for leaves the focus where it is, and makes room for the next. */
  compare(before: ShownText, after: ShownText, isUnasked: boolean): Promise<void>;
  openLink(url: string): Promise<void>;
  /** Into a check file that the user chooses. */
  saveChecks(server: string, calls: readonly CallToCheck[]): Promise<void>;
  /** The path of the command line program. */
  readonly cli: string;
}

type TextShell = Pick<CallShell, 'copy' | 'openText' | 'cli' | 'saveChecks'>;

export function createCallShell(lifetime: Lifetime, texts: TextShell): CallShell {
  const held = new Map<string, string>();
  lifetime.add(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => held.get(uri.path) ?? '',
    }),
  );
  let shown = 0;
  /** A document that is only looked at: nothing asks to be saved when it is closed. */
  const hold = ({ name, text }: ShownText): vscode.Uri => {
    const path = `/${++shown}/${name.replaceAll(/[^\w. #-]/g, '_')}.json`;
    held.set(path, text);
    for (const oldest of [...held.keys()].slice(0, Math.max(0, held.size - mostHeld))) held.delete(oldest);
    return vscode.Uri.from({ scheme, path });
  };
  return {
    ...texts,
    saveFile,
    openLink,
    compare: async (before, after, isUnasked) => {
      const title = `${before.name} ↔ ${after.name}`;
      await vscode.commands.executeCommand('vscode.diff', hold(before), hold(after), title, {
        preview: isUnasked,
        preserveFocus: isUnasked,
      });
    },
  };
}

/** A server's link is shown completely before it is opened, and only web addresses are opened. */
async function openLink(url: string): Promise<void> {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' };
  if (protocol !== 'https:' && protocol !== 'http:') {
    await showMessage('warning', vscode.l10n.t('Not opened because it is not a web URL: {0}', url));
    return;
  }
  const open = vscode.l10n.t('Open {0}', host);
  const title = vscode.l10n.t('Open this URL from the server in the browser?');
  const chosen = await showDialog('warning', { title, detail: url }, open);
  if (chosen === open) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
