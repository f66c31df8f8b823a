import * as vscode from 'vscode';
import { type DebugWay, debugWay } from '../../core/servers/model/debugLaunch.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';
import { DebugRun } from './debugRun.ts';

const running = new Map<string, DebugRun>();

/** Starts a server under a debugger and attaches to it; one that cannot be debugged says why and is started normally. */
export async function debugServer({ core }: App, named: string): Promise<void> {
  const server = core.servers.value.find(({ id, label }) => id === named || label === named);
  const entry = core.entry(server?.id ?? named);
  if (!server || !entry) return void core.server(named);
  running.get(server.id)?.dispose();
  const way = debugWay(entry);
  const reason = reasonAgainst(way);
  if (reason !== undefined || way.kind === 'none') return startNormally(server, reason ?? '');
  const run = new DebugRun(server, way);
  running.set(server.id, run);
  const isAttached = await run.start();
  if (!isAttached) await startNormally(server, vscode.l10n.t('The debugger did not attach.'));
}

function reasonAgainst(way: DebugWay): string | undefined {
  if (way.kind === 'none') return way.reason;
  const type = way.kind === 'node' ? 'pwa-node' : way.kind === 'python' ? 'debugpy' : way.type;
  const isKnown = vscode.extensions.all.some(({ packageJSON }) => debuggersOf(packageJSON).includes(type));
  return isKnown ? undefined : vscode.l10n.t('No installed extension has the debugger "{0}".', type);
}

function debuggersOf(manifest: unknown): readonly unknown[] {
  const { contributes } = manifest as { contributes?: { debuggers?: readonly { readonly type?: unknown }[] } };
  return Array.isArray(contributes?.debuggers) ? contributes.debuggers.map(({ type }) => type) : [];
}

async function startNormally(server: ManagedServer, reason: string): Promise<void> {
  const text = vscode.l10n.t('{0} is started without a debugger: {1}', server.label, reason);
  void showMessage('warning', text);
  if (server.state.peek().kind !== 'connected') await server.start();
}
