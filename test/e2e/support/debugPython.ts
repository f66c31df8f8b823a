import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepPicture } from './evidence.ts';
import { approveAndStart } from './servers.ts';
import { until } from './until.ts';
import type { Step, Window } from './window.ts';

const source = `import json, sys

def answer(method, params):
    if method == 'initialize':
        return {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'py', 'version': '1'}}
    if method == 'tools/list':
        return {'tools': [{'name': 'greet', 'description': 'Greets', 'inputSchema': {'type': 'object'}}]}
    text = 'hello'
    return {'content': [{'type': 'text', 'text': text}]}

for line in sys.stdin:
    message = json.loads(line)
    if 'id' not in message:
        continue
    reply = {'jsonrpc': '2.0', 'id': message['id']}
    if message['method'] == 'server/discover':
        reply['error'] = {'code': -32601, 'message': 'no such method'}
    else:
        reply['result'] = answer(message['method'], message.get('params'))
    print(json.dumps(reply), flush=True)
`;
const stopLine = source.split('\n').findIndex((line) => line.includes("text = 'hello'"));

/** A Python of the system that has debugpy, which holds the adapter; Microsoft's extension cannot be fetched here. */
function pythonWithDebugpy(): string | undefined {
  const works = (python: string): boolean => spawnSync(python, ['-c', 'import debugpy']).status === 0;
  return ['/usr/bin/python3', 'python3', 'python'].find(works);
}

interface Kept {
  pythonStops: number;
  pythonResult?: string;
}

type Api = { callTool(server: string, tool: string, args: object): Promise<{ content: readonly { text: string }[] }> };

/** A breakpoint in a handler of a Python server, hit while the call waits; where no Python has debugpy there is no step. */
export async function debugPython(window: Window, step: Step): Promise<void> {
  const python = pythonWithDebugpy();
  if (python === undefined) return;
  const { driver, folder, page } = window;
  const kept = (): Promise<Kept> =>
    driver.run(() => {
      const { pythonStops, pythonResult } = globalThis as unknown as Kept;
      return { pythonStops, ...(pythonResult !== undefined && { pythonResult }) };
    });
  await step('a Python server is debugged with debugpy, and a breakpoint in its handler is hit', async () => {
    const file = join(folder, 'servers/greeter.py');
    writeFileSync(file, source);
    const config = join(folder, '.vscode/mcp.json');
    const entry = { command: python, args: ['servers/greeter.py'], dev: { debug: { type: 'debugpy' } } };
    writeFileSync(
      config,
      readFileSync(config, 'utf8').replace('"servers": {', `"servers": { "greeter": ${JSON.stringify(entry)},`),
    );
    await window.workbench.treeRow('greeter').first().waitFor();
    await approveAndStart(window, 'greeter');
    await driver.run(
      (vscode, { path, line }) => {
        const all = Object.assign(globalThis, { pythonStops: 0 }) as unknown as Kept;
        // As Microsoft's extension does it where a configuration says `connect`.
        vscode.debug.registerDebugAdapterDescriptorFactory('debugpy', {
          createDebugAdapterDescriptor: ({ configuration: { connect } }) =>
            new vscode.DebugAdapterServer(connect.port, connect.host),
        });
        vscode.debug.registerDebugAdapterTrackerFactory('debugpy', {
          createDebugAdapterTracker: () => ({
            onDidSendMessage: ({ event }: { event?: string }) => void (all.pythonStops += event === 'stopped' ? 1 : 0),
          }),
        });
        const place = new vscode.Location(vscode.Uri.file(path), new vscode.Position(line, 0));
        vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place)]);
      },
      { path: file, line: stopLine },
    );
    await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.debugServer', 'greeter'));
    await driver.run((vscode) => {
      const all = globalThis as unknown as Kept;
      const api = vscode.extensions.getExtension<Api>('mcp-switchboard.mcp-switchboard')!.exports;
      void api.callTool('greeter', 'greet', {}).then(
        ({ content }) => (all.pythonResult = content[0]!.text),
        (error: unknown) => (all.pythonResult = String(error)),
      );
    });
    await until(async () => (await kept()).pythonStops > 0, 'the breakpoint is hit');
    await until(() => driver.run((vscode) => vscode.debug.activeStackItem !== undefined), 'the line where it stopped');
    await keepPicture(page, 'debug-python');
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.debug.continue'));
    await until(async () => (await kept()).pythonResult === 'hello', 'the result');
    await driver.run(async (vscode) => {
      vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
      await vscode.debug.stopDebugging();
      await vscode.commands.executeCommand('mcpSwitchboard.servers.focus');
    });
    await window.workbench.treeRow('greeter').first().filter({ hasText: 'Stopped' }).waitFor();
  });
}
