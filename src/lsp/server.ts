import {
  CodeActionKind,
  type Connection,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { isRecord } from '../base/json.ts';
import { type LiveServer, convertCommand, liveMethod, showTextMethod, trustMethod } from '../contract/language.ts';
import { codeActions } from './features/codeActions.ts';
import { codeLenses } from './features/codeLens.ts';
import { complete } from './completion/complete.ts';
import type { ConfigText } from './document/configText.ts';
import { convertDocument } from './features/convert.ts';
import { hoverAt } from './features/hover.ts';
import { inlayHints } from './features/inlayHints.ts';
import { inputDeclaration, inputReferences, prepareRename, renameInput } from './features/inputIds.ts';
import { documentLinks } from './features/links.ts';
import type { OpenDocument } from './openDocuments.ts';
import { readFolders } from './environment/options.ts';
import { Session } from './session.ts';
import { offsetOf } from './document/toLsp.ts';

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

/** Connects an editor to the features; each is a function of a file and its environment. */
export function serve(connection: Connection, version: string): void {
  let session: Session | undefined;
  connection.onInitialize((params) => {
    session = new Session(connection, params);
    const renameProvider = session.editor.asksBeforeRename ? { prepareProvider: true } : true;
    return { capabilities: { ...capabilities, renameProvider }, serverInfo: { name: 'MCP Switchboard', version } };
  });
  const current = (): Session => {
    if (!session) throw new Error('not initialized'); // the protocol forbids it, and the connection responds with this error
    return session;
  };
  connection.onInitialized(() => watchFolders(connection, current()));
  followDocuments(connection, current);
  answerQuestions(connection, current);
  connection.onNotification(liveMethod, (given: unknown) => current().setLive(readLive(given)));
  connection.onNotification(trustMethod, (given: unknown) =>
    current().setTrust(isRecord(given) && given['trusted'] === true),
  );
  connection.listen();
}

function readLive(given: unknown): readonly LiveServer[] {
  const servers = isRecord(given) ? given['servers'] : undefined;
  return Array.isArray(servers) ? (servers as readonly LiveServer[]) : []; // from our own extension
}

function watchFolders(connection: Connection, session: Session): void {
  if (!session.editor.tellsOfFolders) return;
  connection.workspace.onDidChangeWorkspaceFolders(() => {
    void connection.workspace
      .getWorkspaceFolders()
      .then((folders) =>
        session.setFolders(
          readFolders({ processId: null, rootUri: null, capabilities: {}, workspaceFolders: folders }),
        ),
      );
  });
}

function followDocuments(connection: Connection, session: () => Session): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) =>
    session().open(uri, languageId, version, text),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    session().change(uri, version, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument }) => session().close(textDocument.uri));
  connection.onDidSaveTextDocument(() => session().lookAgain());
  connection.onDidChangeWatchedFiles(() => session().lookAgain());
}

interface Asked {
  readonly session: Session;
  readonly document: OpenDocument;
  readonly parsed: ConfigText;
}

function answerQuestions(connection: Connection, session: () => Session): void {
  const ask = <T>(uri: string, answer: (asked: Asked) => T): T | undefined => {
    const found = session().document(uri);
    return found && answer({ session: session(), ...found });
  };
  connection.onCompletion(
    ({ textDocument, position }) =>
      session().completeCheck(textDocument.uri, position) ??
      ask(textDocument.uri, ({ parsed, session: { workspace, editor } }) =>
        complete(parsed, offsetOf(parsed, position), workspace, editor),
      ),
  );
  connection.onHover(({ textDocument, position }) =>
    ask(textDocument.uri, ({ parsed, session: { workspace } }) =>
      hoverAt(parsed, offsetOf(parsed, position), workspace),
    ),
  );
  connection.onCodeLens(({ textDocument }) =>
    ask(textDocument.uri, ({ parsed, session: { workspace } }) => codeLenses(parsed, workspace)),
  );
  connection.onDocumentLinks(({ textDocument }) =>
    ask(textDocument.uri, ({ parsed, session: { workspace } }) => documentLinks(parsed, workspace)),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    ask(textDocument.uri, ({ parsed, session: { workspace } }) => inlayHints(parsed, range, workspace)),
  );
  connection.onCodeAction(({ textDocument: { uri }, range, context }) =>
    ask(uri, ({ parsed, document, session: { workspace, editor } }) => {
      const { diagnostics, only } = context;
      const request = { uri, version: document.version, range, diagnostics, only, editor };
      return codeActions(parsed, document.findings(workspace), request, workspace);
    }),
  );
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    ask(uri, ({ parsed }) => inputDeclaration(parsed, uri, offsetOf(parsed, position))),
  );
  connection.onReferences(({ textDocument: { uri }, position, context }) =>
    ask(uri, ({ parsed }) => inputReferences(parsed, uri, offsetOf(parsed, position), context.includeDeclaration)),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    ask(textDocument.uri, ({ parsed }) => prepareRename(parsed, offsetOf(parsed, position))),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    ask(uri, ({ parsed }) => {
      const renamed = renameInput(parsed, offsetOf(parsed, position), newName);
      if (!renamed.ok) throw new ResponseError(LSPErrorCodes.RequestFailed, renamed.message);
      return { changes: { [uri]: renamed.edits } };
    }),
  );
  connection.onExecuteCommand(({ command, arguments: [uri, client] = [] }) =>
    command === convertCommand ? ask(String(uri), ({ parsed }) => convert(connection, parsed, client)) : undefined,
  );
}

/** Shown by the editor if it supports that; another editor gets the text as the result of the command. */
async function convert(connection: Connection, parsed: ConfigText, client: unknown): Promise<unknown> {
  const conversion = convertDocument(parsed, client);
  if (!conversion.ok) {
    void connection.window.showWarningMessage(conversion.message);
    return undefined;
  }
  await connection.sendRequest(showTextMethod, conversion.result).catch(() => {}); // an editor that has no such request
  return conversion.result;
}
