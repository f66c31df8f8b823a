import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import type { RestartReport } from '../../core/app/devLoop/devLoop.ts';
import { buildErrors } from '../../core/source/buildErrors.ts';
import { type FileDiagnostic, setByFile } from '../shell/setByFile.ts';
import type { SourceLinks } from './sourceLinks.ts';

/** What the build before a restart complained about is in Problems, while the server is out of date by it. */
export function showBuildProblems(core: Core, sources: SourceLinks): Disposable {
  const lifetime = new Lifetime();
  const collection = lifetime.add(vscode.languages.createDiagnosticCollection('MCP Switchboard Builds'));
  lifetime.defer(
    effect(() => {
      const stale = new Set(
        core.snapshot.value.servers.flatMap(({ id, outOfDate }) => (outOfDate === undefined ? [] : [id])),
      );
      const reports = [...core.devLoop.reports.value].filter(([id]) => stale.has(id));
      setByFile(
        collection,
        reports.flatMap(([id, report]) => problemsOf(core, sources, id, report)),
      );
    }),
  );
  return lifetime;
}

function problemsOf(core: Core, sources: SourceLinks, id: string, { fault }: RestartReport): readonly FileDiagnostic[] {
  const output = fault?.code === 'server/build-failed' ? fault.data?.['stderrTail'] : undefined;
  if (typeof output !== 'string') return [];
  const text = core.redactor.text(output);
  return buildErrors(text, sources.positionsIn(id, text)).map(({ position, message }) => {
    const at = new vscode.Position(position.line - 1, Math.max(0, (position.column ?? 1) - 1));
    const diagnostic = new vscode.Diagnostic(new vscode.Range(at, at), message, vscode.DiagnosticSeverity.Error);
    diagnostic.source = 'MCP Switchboard';
    return { file: position.path, diagnostic };
  });
}
