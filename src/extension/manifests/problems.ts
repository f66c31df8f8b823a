import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Manifests } from '../../core/app/manifests.ts';
import type { ManifestProblem } from '../../core/manifest/read/model.ts';
import { type FileDiagnostic, setByFile } from '../shell/setByFile.ts';

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;

/** What is wrong with a manifest, in the Problems view and at its place. */
export function showManifestProblems({ tools }: Manifests): Disposable {
  const lifetime = new Lifetime();
  const collection = lifetime.add(vscode.languages.createDiagnosticCollection('MCP Switchboard'));
  lifetime.defer(effect(() => setByFile(collection, (tools.value?.problems.value ?? []).map(toDiagnostic))));
  return lifetime;
}

/** Changed folders, sockets and prefixes apply at once, not after the next start. */
export function followManifestSettings(manifests: Manifests): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('mcpSwitchboard.manifests')) void manifests.reopen();
  });
}

function toDiagnostic({ file, code, severity, message, span }: ManifestProblem): FileDiagnostic {
  const range = new vscode.Range(span.line, span.column, span.endLine, span.endColumn);
  const diagnostic = new vscode.Diagnostic(range, message, severities[severity]);
  diagnostic.code = code;
  diagnostic.source = 'MCP Switchboard';
  return { file, diagnostic };
}
