import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import type { ServerState } from '../../core/servers/model/server.ts';
import { type FileDiagnostic, setByFile } from '../shell/setByFile.ts';
import type { SourceLinks } from './sourceLinks.ts';

/** An exception that ended a server is a Problem at its line, until the server is connected again. */
export function showCrashProblems(core: Core, sources: SourceLinks): Disposable {
  const lifetime = new Lifetime();
  const collection = lifetime.add(vscode.languages.createDiagnosticCollection('MCP Switchboard Crashes'));
  const shown: Shown = new Map();
  lifetime.defer(
    effect(() => {
      for (const { id, label, state } of core.servers.value)
        if (follow(shown, id, crashOf(core, sources, id, label, state.value), state.value))
          setByFile(collection, shown.values());
    }),
  );
  return lifetime;
}

/** By server. */
type Shown = Map<string, FileDiagnostic>;

/** Whether anything is different now. */
function follow(shown: Shown, id: string, crash: ReturnType<typeof crashOf>, { kind }: ServerState): boolean {
  if (crash) return Boolean(shown.set(id, crash));
  return kind !== 'connecting' && kind !== 'waiting' && shown.delete(id);
}

function crashOf(
  core: Core,
  sources: SourceLinks,
  id: string,
  label: string,
  state: ServerState,
): FileDiagnostic | undefined {
  if (state.kind !== 'error') return undefined;
  const text = core.redactor.text(state.stderrTail);
  const position = sources.positionsIn(id, text).find(({ path: file }) => !/[\\/]node_modules[\\/]/.test(file));
  if (!position) return undefined;
  const at = new vscode.Position(position.line - 1, Math.max(0, (position.column ?? 1) - 1));
  const message = vscode.l10n.t('{0}: {1}', label, state.fault.message);
  const diagnostic = new vscode.Diagnostic(new vscode.Range(at, at), message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'MCP Switchboard';
  return { file: position.path, diagnostic };
}
