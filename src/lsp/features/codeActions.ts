import { pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { type ExportClient, exportClients } from '../../core/config/model/dialects.ts';
import { convertCommand } from '../../contract/language.ts';
import { clientOf } from '../document/clients.ts';
import type { ConfigText } from '../document/configText.ts';
import type { EditorAbilities } from '../document/editorAbilities.ts';
import type { Finding, Fix } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import { CodeActionKind } from '../document/protocolValues.ts';
import { offsetOf, rangeOf, toTextEdits } from '../document/toLsp.ts';

interface ActionRequest {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
  readonly diagnostics: readonly Diagnostic[];
  readonly only: readonly string[] | undefined;
  readonly editor: Pick<EditorAbilities, 'versionedEdits' | 'newFiles'>;
}

/** Fixes for what is found here, and what can be done with the file as a whole. */
export function codeActions(
  document: ConfigText,
  findings: readonly Finding[],
  request: ActionRequest,
  around: Environment,
): CodeAction[] {
  const from = offsetOf(document, request.range.start);
  const to = offsetOf(document, request.range.end);
  const here = findings.filter(({ at }) => at.offset <= to && at.offset + at.length >= from);
  return [
    ...here.flatMap((finding) =>
      (finding.fixes?.() ?? [])
        .filter((fix) => isPossible(fix, request, around))
        .map((fix) => toAction(fix, finding, document, request, around)),
    ),
    ...conversions(document, request, from),
    ...connectionTest(document, from, around),
  ].filter(
    ({ kind }) => !request.only || request.only.some((wanted) => kind === wanted || kind?.startsWith(`${wanted}.`)),
  );
}

function toAction(
  fix: Fix,
  finding: Finding,
  document: ConfigText,
  request: ActionRequest,
  around: Environment,
): CodeAction {
  const { title, preferred, command } = fix;
  const diagnostics = request.diagnostics.filter(
    ({ code, range }) => code === finding.code && sameStart(range, rangeOf(document, finding.at)),
  );
  return {
    title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostics.length > 0 && { diagnostics }),
    ...(preferred && { isPreferred: true }),
    ...(command
      ? { command: { title, command: command.id, arguments: [...command.args] } }
      : { edit: workspaceEdit(fix, document, request, around) }),
  };
}

function isPossible({ file }: Fix, { editor }: ActionRequest, around: Environment): boolean {
  return !file || editor.newFiles || around.stat(file.path) === 'file';
}

function sameStart(a: Range, b: Range): boolean {
  return a.start.line === b.start.line && a.start.character === b.start.character;
}

/** Without versions if the editor does not support them. */
function workspaceEdit(
  { changes, file }: Fix,
  document: ConfigText,
  { uri, version, editor }: ActionRequest,
  around: Environment,
): WorkspaceEdit {
  const own = toTextEdits(changes, document);
  const other = file && { uri: pathToFileURL(file.path).href, edits: [appended(file, around)] };
  if (!editor.versionedEdits)
    return { changes: { ...(own.length > 0 && { [uri]: own }), ...(other && { [other.uri]: other.edits }) } };
  return {
    documentChanges: [
      ...(own.length > 0 ? [{ textDocument: { uri, version }, edits: own }] : []),
      ...(other ? withNewFile(other, editor) : []),
    ],
  };
}

function appended({ path, append }: NonNullable<Fix['file']>, around: Environment): TextEdit {
  const lines = (around.read(path) ?? '').split(/\r?\n/);
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { range: { start: end, end }, newText: append };
}

function withNewFile(
  { uri, edits }: { readonly uri: string; readonly edits: TextEdit[] },
  { newFiles }: ActionRequest['editor'],
): NonNullable<WorkspaceEdit['documentChanges']> {
  const edit = { textDocument: { uri, version: null }, edits };
  return newFiles ? [{ kind: 'create', uri, options: { ignoreIfExists: true } }, edit] : [edit];
}

/** Not inside a server unless requested, so that the server's own fixes come first. */
function conversions(document: ConfigText, { uri, only }: ActionRequest, offset: number): readonly CodeAction[] {
  const asked = only?.some((kind) => kind.startsWith(CodeActionKind.Refactor)) ?? false;
  if (document.servers.length === 0 || (document.serverAt(offset) && !asked)) return [];
  const own = clientOf[document.kind];
  return Object.entries(exportClients)
    .filter(([client]) => client !== own)
    .map(([client, label]) => {
      const title = l10n.t('Convert for {0}', label);
      return {
        title,
        kind: CodeActionKind.RefactorRewrite,
        command: { title, command: convertCommand, arguments: [uri, client satisfies string as ExportClient] },
      };
    });
}

/** Runs only what was approved: the command needs the same approval as a start. */
function connectionTest(document: ConfigText, offset: number, around: Environment): readonly CodeAction[] {
  const server = document.serverAt(offset);
  const live = server && around.live(document.file, server.entry.name);
  if (!live || !around.commands.has('mcpSwitchboard.testConnection')) return [];
  const title = l10n.t('Test the connection to "{0}"', live.name);
  return [
    {
      title,
      kind: `${CodeActionKind.Refactor}.test`,
      command: { title, command: 'mcpSwitchboard.testConnection', arguments: [live.id] },
    },
  ];
}
