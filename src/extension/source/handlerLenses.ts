import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CallView } from '../../contract/calls.ts';
import type { Core } from '../../core/app/core.ts';
import { isInside } from '../../core/files/isInside.ts';
import { languageOf } from '../../core/source/forms/languages.ts';
import { type Registration, registrationsIn } from '../../core/source/registration.ts';
import { sourceFolder } from './sourceFolder.ts';

const quietMs = 300;

/** Over the line that registers a tool: run it, and how its calls went. */
export function showHandlerLenses(core: Core): Disposable {
  const lifetime = new Lifetime();
  const changed = lifetime.add(new vscode.EventEmitter<void>());
  const soon = lifetime.add(debounce(() => changed.fire(), quietMs));
  lifetime.defer(
    effect(() => {
      void core.calls.views.value;
      for (const { tools } of core.servers.value) void tools.value;
      soon();
    }),
  );
  const provideCodeLenses = (document: vscode.TextDocument): vscode.CodeLens[] => lensesOf(core, document);
  lifetime.add(
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file' },
      { onDidChangeCodeLenses: changed.event, provideCodeLenses },
    ),
  );
  return lifetime;
}

function lensesOf(core: Core, { fileName, getText, positionAt }: vscode.TextDocument): vscode.CodeLens[] {
  if (!languageOf(fileName)) return [];
  const servers = core.servers.value.filter(({ id }) => isInside(fileName, sourceFolder(core, id) ?? '\0'));
  if (servers.length === 0) return [];
  return registrationsIn(fileName, getText()).flatMap((registration) => {
    const server = servers.find(({ tools }) => tools.value.some(({ name }) => name === registration.name));
    if (registration.kind !== 'tool' || !server) return [];
    const at = positionAt(registration.offset);
    return [new vscode.CodeLens(new vscode.Range(at, at), lensCommand(core, server.id, registration))];
  });
}

function lensCommand(core: Core, server: string, { name: tool }: Registration): vscode.Command {
  const calls = core.calls.views.value.filter((call) => call.server === server && call.tool === tool);
  return {
    title: ['$(play) ' + vscode.l10n.t('Run'), ...summaryOf(calls)].join(' · '),
    tooltip: vscode.l10n.t('Open the form of "{0}"', tool),
    command: 'mcpSwitchboard.inspectServer',
    arguments: [{ kind: 'tool', server, tool }],
  };
}

/** `last 34 ms`, `3 calls`, `1 failed`; nothing before the first call. */
export function summaryOf(calls: readonly CallView[]): readonly string[] {
  const ends = calls.flatMap(({ startedAt, state }) => (state.kind === 'done' ? [{ startedAt, ...state.end }] : []));
  if (ends.length === 0) return [];
  const last = ends.reduce((newest, end) => (end.startedAt > newest.startedAt ? end : newest));
  const failed = ends.filter(({ status }) => status === 'failed' || status === 'toolError').length;
  return [
    vscode.l10n.t('last {0} ms', Math.round(last.durationMs)),
    ends.length === 1 ? vscode.l10n.t('1 call') : vscode.l10n.t('{0} calls', ends.length),
    ...(failed > 0 ? [vscode.l10n.t('{0} failed', failed)] : []),
  ];
}
