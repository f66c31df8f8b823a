import type { ClientCapabilities } from 'vscode-languageserver-protocol';

/** The editor's capabilities, as far as a response depends on them. */
export interface EditorAbilities {
  readonly snippets: boolean;
  /** Edits may name the version that they are made for. */
  readonly versionedEdits: boolean;
  /** An edit may make a file. */
  readonly newFiles: boolean;
  readonly asksBeforeRename: boolean;
  readonly tellsOfFolders: boolean;
  readonly refreshesLenses: boolean;
  readonly refreshesHints: boolean;
}

export function readAbilities({ textDocument, workspace }: ClientCapabilities): EditorAbilities {
  const edit = workspace?.workspaceEdit;
  const versionedEdits = edit?.documentChanges === true;
  return {
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    versionedEdits,
    newFiles: versionedEdits && (edit?.resourceOperations?.includes('create') ?? false),
    asksBeforeRename: textDocument?.rename?.prepareSupport === true,
    tellsOfFolders: workspace?.workspaceFolders === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
  };
}
