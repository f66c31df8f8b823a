import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { distDir } from '../../../scripts/lib/paths.mjs';
import { type LiveServer, liveMethod } from '../../../src/contract/language.ts';
import { languageServerEnv, languageServerFlags } from '../../../src/core/process/languageServerProcess.ts';
import { LspClient } from '../../support/lspClient.ts';
import { configOf } from './openWindow.ts';

/** An editor with the configuration of so many servers, all running, and a file of checks. */
export interface Editor {
  readonly pid: number;
  readonly steps: Readonly<Record<string, () => Promise<unknown>>>;
  close(): void;
}

const check = '{ "server": "server7", "checks": [{ "name": "a", "steps": [{ "call": "" }] }] }';

function liveOf(file: string, count: number): readonly LiveServer[] {
  return Array.from({ length: count }, (_, nth) => ({
    id: `server${nth}`,
    name: `server${nth}`,
    file,
    state: 'connected' as const,
    stateText: 'Connected',
    tools: Array.from({ length: 50 }, (_, at) => ({ name: `service${nth}_action_${at}`, tokens: 60, args: ['path'] })),
  }));
}

export async function openEditor(count: number, servers: string): Promise<Editor> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-editor-'));
  const file = path.join(folder, '.vscode/mcp.json');
  const [uri, checks] = [file, path.join(folder, 'a.mcptest.json')].map((each) => pathToFileURL(each).href) as [
    string,
    string,
  ];
  const env = { ...process.env, ...languageServerEnv };
  const client = new LspClient([...languageServerFlags, path.join(distDir, 'lsp.js'), '--stdio'], { cwd: folder, env });
  await client.start(folder, { commands: ['mcpSwitchboard.inspectServer'] });
  const text = JSON.stringify(JSON.parse(configOf(count, servers)), undefined, 2);
  const published = (of: string) => client.diagnostics(({ uri }) => uri === of);
  const opened = Promise.all([published(uri), published(checks)]);
  client.open(uri, text);
  client.open(checks, check);
  await opened;
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes('"server7"'));
  const typed = { line: line + 2, character: lines[line + 2]!.indexOf('http') };
  const servers7 = { textDocument: { uri }, position: { line, character: 6 } };
  const live = liveOf(file, count);
  let version = 1;
  return {
    pid: client.child.pid ?? 0,
    steps: {
      'language server: servers change, lenses': () => {
        client.notify(liveMethod, { servers: live });
        return client.request('textDocument/codeLens', { textDocument: { uri } });
      },
      'language server: hover over a server': () => client.request('textDocument/hover', servers7),
      'language server: keystroke': () => {
        const found = published(uri);
        const contentChanges = [{ range: { start: typed, end: typed }, text: 'x' }];
        client.notify('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges });
        return found;
      },
      'language server: the tools of a server, for a check': () =>
        client.request('textDocument/completion', {
          textDocument: { uri: checks },
          position: { line: 0, character: check.indexOf('""') + 1 },
        }),
    },
    close: () => {
      client.child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
