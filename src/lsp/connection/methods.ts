import type {
  CodeAction,
  CodeActionParams,
  CodeLens,
  CodeLensParams,
  CompletionItem,
  CompletionList,
  CompletionParams,
  DefinitionParams,
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DocumentLink,
  DocumentLinkParams,
  ExecuteCommandParams,
  Hover,
  HoverParams,
  InitializeParams,
  InitializeResult,
  InlayHint,
  InlayHintParams,
  Location,
  LogMessageParams,
  PrepareRenameParams,
  PrepareRenameResult,
  PublishDiagnosticsParams,
  ReferenceParams,
  RenameParams,
  ShowMessageParams,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { liveMethod, trustMethod } from '../../contract/language.ts';

interface Request<Params, Result> {
  readonly params: Params;
  readonly result: Result | undefined;
}

/** What an editor may ask, by its method. */
export interface Requests {
  readonly initialize: Request<InitializeParams, InitializeResult>;
  readonly shutdown: Request<undefined, undefined>;
  readonly 'textDocument/codeAction': Request<CodeActionParams, readonly CodeAction[]>;
  readonly 'textDocument/codeLens': Request<CodeLensParams, readonly CodeLens[]>;
  readonly 'textDocument/completion': Request<CompletionParams, CompletionList | readonly CompletionItem[]>;
  readonly 'textDocument/definition': Request<DefinitionParams, Location>;
  readonly 'textDocument/documentLink': Request<DocumentLinkParams, readonly DocumentLink[]>;
  readonly 'textDocument/hover': Request<HoverParams, Hover>;
  readonly 'textDocument/inlayHint': Request<InlayHintParams, readonly InlayHint[]>;
  readonly 'textDocument/prepareRename': Request<PrepareRenameParams, PrepareRenameResult>;
  readonly 'textDocument/references': Request<ReferenceParams, readonly Location[]>;
  readonly 'textDocument/rename': Request<RenameParams, WorkspaceEdit>;
  readonly 'workspace/executeCommand': Request<ExecuteCommandParams, unknown>;
}

/** What an editor tells. */
export interface Notifications {
  readonly exit: undefined;
  readonly initialized: unknown;
  readonly [liveMethod]: unknown;
  readonly [trustMethod]: unknown;
  readonly 'textDocument/didChange': DidChangeTextDocumentParams;
  readonly 'textDocument/didClose': DidCloseTextDocumentParams;
  readonly 'textDocument/didOpen': DidOpenTextDocumentParams;
  readonly 'textDocument/didSave': unknown;
  readonly 'workspace/didChangeWatchedFiles': unknown;
  readonly 'workspace/didChangeWorkspaceFolders': unknown;
}

/** What an editor is told. */
export interface Messages {
  readonly 'textDocument/publishDiagnostics': PublishDiagnosticsParams;
  readonly 'window/logMessage': LogMessageParams;
  readonly 'window/showMessage': ShowMessageParams;
}
