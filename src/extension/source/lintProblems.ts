import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { LintFinding, LintSeverity } from '../../contract/lint.ts';
import type { Core } from '../../core/app/core.ts';
import type { SourcePlace } from '../../core/source/sourceIndex.ts';
import { registrationsIn } from '../../core/source/registration.ts';
import { type SourceFix, fixOf } from '../../core/source/sourceFix.ts';
import { type FileDiagnostic, setByFile } from '../shell/setByFile.ts';
import { sourceFolder } from './sourceFolder.ts';
import type { SourceLinks } from './sourceLinks.ts';

const quietMs = 500;
const source = 'MCP Switchboard';

/** Findings of lint at the lines that register the tools, for servers whose sources are in this workspace. */
export function showLintProblems(core: Core, sources: SourceLinks): Disposable {
  const lifetime = new Lifetime();
  const collection = lifetime.add(vscode.languages.createDiagnosticCollection('MCP Switchboard Lint'));
  const look = async (): Promise<void> => {
    const lists = await Promise.all(ownServers(core).map((id) => problemsOf(core, sources, id)));
    if (lifetime.ended) return;
    setByFile(collection, lists.flat());
  };
  const soon = lifetime.add(debounce(() => void look().catch(() => {}), quietMs)); // a server that fails meanwhile says so itself
  lifetime.defer(
    effect(() => {
      for (const { tools, state } of core.servers.value) void [tools.value, state.value.kind];
      soon();
    }),
  );
  const fixes = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  lifetime.add(vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, { provideCodeActions }, fixes));
  return lifetime;
}

function ownServers(core: Core): readonly string[] {
  const isOn = vscode.workspace.getConfiguration('mcpSwitchboard').get('lint.showInSource', true);
  const connected = core.servers.peek().filter(({ state }) => state.peek().kind === 'connected');
  return isOn ? connected.map(({ id }) => id).filter((id) => sourceFolder(core, id) !== undefined) : [];
}

async function problemsOf(core: Core, sources: SourceLinks, id: string): Promise<readonly FileDiagnostic[]> {
  const [{ gatherSubject }, { lintServer }] = await Promise.all([
    import('../../core/lint/gatherSubject.ts'),
    import('../../core/lint/lint.ts'),
  ]);
  const { findings } = lintServer(await gatherSubject(core.server(id)));
  const found = findings.map(async (finding) => {
    const [, tool] = /^tools\/(.+)$/.exec(finding.subject) ?? [];
    const [place, ...others] = tool === undefined ? [] : await sources.placesOf(id, 'tool', tool);
    // With two candidates nobody knows which one is meant.
    return place && others.length === 0 ? [{ file: place.file, diagnostic: diagnosticOf(finding, place) }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Below those of a compiler: the server works. */
const severities: Readonly<Record<LintSeverity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Warning,
  warning: vscode.DiagnosticSeverity.Information,
  info: vscode.DiagnosticSeverity.Hint,
};

function diagnosticOf({ rule, severity, message, remedy }: LintFinding, place: SourcePlace): vscode.Diagnostic {
  const { line, column, length } = place;
  const range = new vscode.Range(line, column, line, column + length); // VS Code cuts it at the end of the line
  const diagnostic = new vscode.Diagnostic(range, `${message} ${remedy}`, severities[severity]);
  diagnostic.source = source;
  diagnostic.code = rule;
  return diagnostic;
}

function provideCodeActions(
  document: vscode.TextDocument,
  _range: vscode.Range,
  { diagnostics }: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const own = diagnostics.filter((one) => one.source === source && typeof one.code === 'string');
  if (own.length === 0) return [];
  const text = document.getText();
  const registrations = registrationsIn(document.fileName, text);
  return own.flatMap((diagnostic) => {
    const registration = registrations.find(({ line }) => line === diagnostic.range.start.line);
    const fix = registration && fixOf(String(diagnostic.code), document.fileName, text, registration);
    return fix ? [actionOf(document, diagnostic, fix)] : [];
  });
}

function actionOf(document: vscode.TextDocument, diagnostic: vscode.Diagnostic, fix: SourceFix): vscode.CodeAction {
  const action = new vscode.CodeAction(titleOf(fix), vscode.CodeActionKind.QuickFix);
  const range = new vscode.Range(document.positionAt(fix.offset), document.positionAt(fix.offset + fix.length));
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(document.uri, [vscode.SnippetTextEdit.replace(range, new vscode.SnippetString(fix.snippet))]);
  action.diagnostics = [diagnostic];
  return action;
}

function titleOf({ part, snippet }: SourceFix): string {
  switch (part) {
    case 'description':
      return vscode.l10n.t('Add a Description');
    case 'title':
      return vscode.l10n.t('Add a Title');
    case 'annotations':
      return vscode.l10n.t('Add Annotations');
    case 'name':
      return vscode.l10n.t('Rename to "{0}"', snippet);
    default:
      return part satisfies never;
  }
}
