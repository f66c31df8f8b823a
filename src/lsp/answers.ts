import { convertCommand, showTextMethod } from '../contract/language.ts';
import { checkProposals } from './checks/checkProposals.ts';
import { complete } from './completion/complete.ts';
import { type Connection, ResponseError, errorCodes } from './connection/connection.ts';
import type { Requests } from './connection/methods.ts';
import type { ConfigText } from './document/configText.ts';
import { MessageType } from './document/protocolValues.ts';
import { offsetOf } from './document/toLsp.ts';
import { codeActions } from './features/codeActions.ts';
import { codeLenses } from './features/codeLens.ts';
import { convertDocument } from './features/convert.ts';
import { hoverAt } from './features/hover.ts';
import { inlayHints } from './features/inlayHints.ts';
import { inputDeclaration, inputReferences, prepareRename, renameInput } from './features/inputIds.ts';
import { documentLinks } from './features/links.ts';
import type { OpenDocument } from './openDocuments.ts';
import type { Session } from './session.ts';

interface Asked {
  readonly connection: Connection;
  readonly session: Session;
}

type Method = Exclude<keyof Requests, 'initialize' | 'shutdown'>;
type Result<M extends Method> = Requests[M]['result'];

/** What an editor asks about a file; each is a function of the file and its environment. */
export const answers: {
  readonly [M in Method]: (asked: Asked, params: Requests[M]['params']) => Result<M> | Promise<Result<M>>;
} = {
  'textDocument/codeAction': ({ session }, { textDocument: { uri }, range, context: { diagnostics, only } }) =>
    ofFile(session, uri, (parsed, document) => {
      const request = { uri, version: document.version, range, diagnostics, only, editor: session.editor };
      return codeActions(parsed, document.findings(session.workspace), request, session.workspace);
    }),
  'textDocument/codeLens': ({ session }, { textDocument }) =>
    ofFile(session, textDocument.uri, (parsed) => codeLenses(parsed, session.workspace)),
  'textDocument/completion': ({ session }, { textDocument: { uri }, position }) => {
    const { workspace, editor } = session;
    const check = session.checkFile(uri);
    if (check) return checkProposals(check.text, check.offsetOf(position), workspace.servers ?? []);
    return ofFile(session, uri, (parsed) => complete(parsed, offsetOf(parsed, position), workspace, editor));
  },
  'textDocument/definition': ({ session }, { textDocument: { uri }, position }) =>
    ofFile(session, uri, (parsed) => inputDeclaration(parsed, uri, offsetOf(parsed, position))),
  'textDocument/documentLink': ({ session }, { textDocument }) =>
    ofFile(session, textDocument.uri, (parsed) => documentLinks(parsed, session.workspace)),
  'textDocument/hover': ({ session }, { textDocument, position }) =>
    ofFile(session, textDocument.uri, (parsed) => hoverAt(parsed, offsetOf(parsed, position), session.workspace)),
  'textDocument/inlayHint': ({ session }, { textDocument, range }) =>
    ofFile(session, textDocument.uri, (parsed) => inlayHints(parsed, range, session.workspace)),
  'textDocument/prepareRename': ({ session }, { textDocument, position }) =>
    ofFile(session, textDocument.uri, (parsed) => prepareRename(parsed, offsetOf(parsed, position))),
  'textDocument/references': ({ session }, { textDocument: { uri }, position, context: { includeDeclaration } }) =>
    ofFile(session, uri, (parsed) => inputReferences(parsed, uri, offsetOf(parsed, position), includeDeclaration)),
  'textDocument/rename': ({ session }, { textDocument: { uri }, position, newName }) =>
    ofFile(session, uri, (parsed) => {
      const renamed = renameInput(parsed, offsetOf(parsed, position), newName);
      if (!renamed.ok) throw new ResponseError(errorCodes.requestFailed, renamed.message);
      return { changes: { [uri]: renamed.edits } };
    }),
  'workspace/executeCommand': ({ session, connection }, { command, arguments: [uri, client] = [] }) =>
    command === convertCommand
      ? ofFile(session, String(uri), (parsed) => convert(connection, parsed, client))
      : undefined,
};

/** Nothing for a file that is not ours. */
function ofFile<T>(
  session: Session,
  uri: string,
  answer: (parsed: ConfigText, document: OpenDocument) => T,
): T | undefined {
  const found = session.document(uri);
  return found && answer(found.parsed, found.document);
}

/** Shown by the editor if it supports that; another editor gets the text as the result of the command. */
async function convert(connection: Connection, parsed: ConfigText, client: unknown): Promise<unknown> {
  const conversion = convertDocument(parsed, client);
  if (!conversion.ok) {
    connection.notify('window/showMessage', { type: MessageType.Warning, message: conversion.message });
    return undefined;
  }
  await connection.request(showTextMethod, conversion.result).catch(() => {}); // an editor that has no such request
  return conversion.result;
}
