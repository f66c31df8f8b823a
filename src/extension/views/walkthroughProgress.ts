import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';

/** The walkthrough ticks a step when it was done, not when its button was pressed: VS Code is told what was. */
export function trackWalkthrough(core: Core): Disposable {
  const lifetime = new Lifetime();
  const done = new Set<string>();
  const mark = (step: string, isDone: boolean): void => {
    if (!isDone || done.has(step)) return;
    done.add(step);
    void vscode.commands.executeCommand('setContext', `mcpSwitchboard.did.${step}`, true);
  };
  lifetime.defer(
    effect(() => {
      const configured = core.snapshot.value.servers.filter(({ id }) => id !== core.embeddedId);
      mark('addServer', configured.length > 0);
      mark(
        'startServer',
        configured.some(({ state }) => state === 'connected'),
      );
      mark('exposeServer', core.gateway.exposure.value.size > 0);
      mark(
        'callTool',
        core.calls.views.value.some(({ state }) => state.kind === 'done'),
      );
    }),
  );
  return lifetime;
}
