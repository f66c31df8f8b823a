import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '../../e2e/support/driver.ts';
import { withWindow } from '../../e2e/support/window.ts';

export interface HostVerdict {
  /** From "Starting server" to the state in which it ended; undefined where it only waits. */
  readonly ms: number | undefined;
  /** State and output channel, as VS Code shows them. */
  readonly output: string;
}

/** A server that does not end by itself is waited for forever: after the second "Waiting for server" nothing new comes. */
const patienceMs = 12_000;
const pollMs = 200;

/** What VS Code's own host makes of each program, in the output channel of its server and in its state. */
export function vscodeVerdicts(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, HostVerdict>> {
  const names = Object.keys(files);
  const servers = Object.fromEntries(
    names.map((name, at) => [`s${at}`, { type: 'stdio', command: process.execPath, args: [files[name]] }]),
  );
  const arrange = (folder: string): void => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
  };
  return withWindow("bench of VS Code's own host", { arrange }, async ({ driver }) => {
    const verdicts = new Map<string, HostVerdict>();
    for (const [at, name] of names.entries()) verdicts.set(name, await verdictOn(driver, `mcp.config.ws0.s${at}`));
    return verdicts;
  });
}

async function verdictOn(driver: Driver, id: string): Promise<HostVerdict> {
  const begin = performance.now();
  await driver.run((vscode, server) => void vscode.commands.executeCommand('workbench.mcp.startServer', server), id);
  let before = '';
  for (;;) {
    const output = await outputOf(driver, id);
    const ms = timeOf(output);
    if (ms === undefined && performance.now() - begin > patienceMs) return { ms, output };
    if (ms !== undefined && output === before) return { ms, output }; // its last lines come after the state
    before = output;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The log of the server, which the output view shows. */
function outputOf(driver: Driver, id: string): Promise<string> {
  return driver.run(async (vscode, server) => {
    await vscode.commands.executeCommand('workbench.mcp.showOutput', server);
    const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'output');
    return shown?.document.getText() ?? '';
  }, id);
}

const stamp = String.raw`(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})`;

/** By the times of the log itself. */
function timeOf(output: string): number | undefined {
  const start = new RegExp(`${stamp} \\[info\\] Starting server`).exec(output)?.[1];
  const end = new RegExp(`${stamp} \\[\\w+\\] Connection state: (?:Error|Stopped)`).exec(output)?.[1];
  return start === undefined || end === undefined ? undefined : Date.parse(end) - Date.parse(start);
}
