import type * as protocol from 'vscode-languageserver-protocol';

// The numbers and words of the protocol that are used here. Its package brings them with 80 KB of code that every start
// would load.

export type CompletionItemKind = protocol.CompletionItemKind;
export const CompletionItemKind: Pick<
  typeof protocol.CompletionItemKind,
  'EnumMember' | 'File' | 'Folder' | 'Function' | 'Module' | 'Property' | 'Reference' | 'Snippet' | 'Variable'
> = {
  Function: 3,
  Variable: 6,
  Module: 9,
  Property: 10,
  Snippet: 15,
  File: 17,
  Reference: 18,
  Folder: 19,
  EnumMember: 20,
};

export const CompletionItemTag: typeof protocol.CompletionItemTag = { Deprecated: 1 };

export const InsertTextFormat: typeof protocol.InsertTextFormat = { PlainText: 1, Snippet: 2 };

export type DiagnosticSeverity = protocol.DiagnosticSeverity;
export const DiagnosticSeverity: typeof protocol.DiagnosticSeverity = { Error: 1, Warning: 2, Information: 3, Hint: 4 };

export const DiagnosticTag: typeof protocol.DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };

export const CodeActionKind: Pick<typeof protocol.CodeActionKind, 'QuickFix' | 'Refactor' | 'RefactorRewrite'> = {
  QuickFix: 'quickfix',
  Refactor: 'refactor',
  RefactorRewrite: 'refactor.rewrite',
};

export const MessageType: Pick<typeof protocol.MessageType, 'Error' | 'Warning'> = { Error: 1, Warning: 2 };

export const TextDocumentSyncKind: Pick<typeof protocol.TextDocumentSyncKind, 'Incremental'> = { Incremental: 2 };
