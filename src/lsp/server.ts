import type { InitializeResult, WorkspaceFolder } from 'vscode-languageserver-protocol';
import { isRecord } from '../base/json.ts';
import { type LiveServer, convertCommand, liveMethod, trustMethod } from '../contract/language.ts';
import type { answers } from './answers.ts';
import { type Connection, ResponseError, errorCodes } from './connection/connection.ts';
import { endWithEditor } from './connection/lifecycle.ts';
import { CodeActionKind, TextDocumentSyncKind } from './document/protocolValues.ts';
import { readFolders } from './environment/options.ts';
import { Session } from './session.ts';

const capabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: ['"', '$', '{', '/', ':'] },
  hoverProvider: true,
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, CodeActionKind.Refactor],
  },
  codeLensProvider: { resolveProvider: false },
  documentLinkProvider: { resolveProvider: false },
  definitionProvider: true,
  referencesProvider: true,
  inlayHintProvider: { resolveProvider: false },
  executeCommandProvider: { commands: [convertCommand] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
} satisfies InitializeResult['capabilities'];

/** Connects an editor to its session; what it asks is answered in `answers.ts`. */
export function serve(connection: Connection, args: readonly string[], version: string): void {
  let session: Session | undefined;
  const current = (): Session => {
    if (!session) throw new ResponseError(errorCodes.notInitialized, 'not initialized');
    return session;
  };
  const editor = endWithEditor(connection, args);
  connection.onRequest('initialize', (params) => {
    editor.watch(params.processId);
    session = new Session(connection, params);
    const renameProvider = session.editor.asksBeforeRename ? { prepareProvider: true } : true;
    return { capabilities: { ...capabilities, renameProvider }, serverInfo: { name: 'MCP Switchboard', version } };
  });
  followDocuments(connection, current);
  followWorkspace(connection, current);
  answerQuestions(connection, current);
}

function followDocuments(connection: Connection, session: () => Session): void {
  connection.onNotification('textDocument/didOpen', ({ textDocument: { uri, languageId, version, text } }) =>
    session().open(uri, languageId, version, text),
  );
  connection.onNotification('textDocument/didChange', ({ textDocument: { uri, version }, contentChanges }) =>
    session().change(uri, version, contentChanges),
  );
  connection.onNotification('textDocument/didClose', ({ textDocument }) => session().close(textDocument.uri));
  connection.onNotification('textDocument/didSave', () => session().lookAgain());
}

function followWorkspace(connection: Connection, session: () => Session): void {
  connection.onNotification('workspace/didChangeWatchedFiles', () => session().lookAgain());
  connection.onNotification('workspace/didChangeWorkspaceFolders', () => void readFoldersAgain(connection, session()));
  connection.onNotification(liveMethod, (given) => session().setLive(readLive(given)));
  connection.onNotification(trustMethod, (given) => session().setTrust(isRecord(given) && given['trusted'] === true));
}

function readLive(given: unknown): readonly LiveServer[] {
  const servers = isRecord(given) ? given['servers'] : undefined;
  return Array.isArray(servers) ? (servers as readonly LiveServer[]) : []; // from our own extension
}

/** The whole list, so that a lost notification does no harm. */
async function readFoldersAgain(connection: Connection, session: Session): Promise<void> {
  if (!session.editor.tellsOfFolders) return;
  const folders = await connection.request('workspace/workspaceFolders').catch(() => undefined); // it has ended
  if (folders !== undefined)
    session.setFolders(readFolders({ workspaceFolders: folders as WorkspaceFolder[] | null, rootUri: null }));
}

type Answers = typeof answers;

const answered = [
  'textDocument/codeAction',
  'textDocument/codeLens',
  'textDocument/completion',
  'textDocument/definition',
  'textDocument/documentLink',
  'textDocument/hover',
  'textDocument/inlayHint',
  'textDocument/prepareRename',
  'textDocument/references',
  'textDocument/rename',
  'workspace/executeCommand',
] as const satisfies readonly (keyof Answers)[];

/** The answers are loaded for the first question: the problems of a file come before it. */
function answerQuestions(connection: Connection, session: () => Session): void {
  let loaded: Answers | undefined;
  const answer = <M extends keyof Answers>(method: M): void =>
    connection.onRequest(method, async (params) => {
      const asked = { connection, session: session() };
      loaded ??= (await import('./answers.ts')).answers;
      return loaded[method](asked, params);
    });
  for (const method of answered) answer(method);
}
