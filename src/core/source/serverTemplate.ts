import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { memberOf, parseJsonTree } from '../config/text/jsonTree.ts';
import { insertItem, insertMember, styleOf } from '../config/text/textEdit.ts';

interface TemplateOptions {
  readonly language: 'typescript' | 'python';
  readonly transport: 'stdio' | 'http';
  /** Also that of its folder in the workspace. */
  readonly name: string;
  readonly isWindows: boolean;
}

interface ServerTemplate {
  /** By their path in the workspace, with `/`. */
  readonly files: ReadonlyMap<string, string>;
  /** The one to open. */
  readonly main: string;
  /** For mcp.json. */
  readonly body: JsonObject;
  /** For launch.json; absent where the server is not started by us. */
  readonly launch?: JsonObject;
  /** For a terminal in its folder: what installs its packages, and what starts it where we do not. */
  readonly install: string;
  readonly start?: string;
}

const port = 3000;

/** A new server as files: with its checks, its entry and how it is debugged. */
export async function serverFromTemplate(folder: string, options: TemplateOptions): Promise<ServerTemplate> {
  const { language, transport, name, isWindows } = options;
  const own = path.join(folder, language);
  const texts = new Map<string, string>();
  for (const file of await readdir(own)) texts.set(`${name}/${file}`, await filled(path.join(own, file), name));
  texts.set(`${name}/${name}.mcptest.json`, await filled(path.join(folder, 'checks.json'), name));
  const { main, run, install } = language === 'python' ? python(isWindows) : script;
  const isStdio = transport === 'stdio';
  const [command = '', ...args] = run;
  return {
    files: texts,
    main: `${name}/${main}`,
    install,
    ...(isStdio
      ? { launch: { type: 'mcp', request: 'launch', name: `Debug ${name}`, server: name } }
      : { start: [command, ...args, '--http', port].join(' ') }),
    body: isStdio ? entryOf(options, command, args) : { type: 'http', url: `http://127.0.0.1:${port}/mcp` },
  };
}

const script = { main: 'server.ts', run: ['node', '--import', 'tsx', 'server.ts'], install: 'npm install' };

function python(isWindows: boolean): typeof script {
  const program = isWindows ? '.venv\\Scripts\\python.exe' : '.venv/bin/python';
  const make = `${isWindows ? 'py' : 'python3'} -m venv .venv`;
  const install = `${program} -m pip install -r requirements.txt`;
  return {
    main: 'server.py',
    run: [program, 'server.py'],
    install: isWindows ? `${make}; ${install}` : `${make} && ${install}`,
  };
}

function entryOf({ language, name }: TemplateOptions, command: string, args: readonly string[]): JsonObject {
  const home = `\${workspaceFolder}/${name}`;
  const isPython = language === 'python';
  return {
    type: 'stdio',
    command: isPython ? `${home}/${command.replaceAll('\\', '/')}` : command,
    args: [...args],
    cwd: home,
    dev: {
      watch: `${name}/**/*.${isPython ? 'py' : 'ts'}`,
      debug: { type: isPython ? 'debugpy' : 'node' },
    },
  };
}

async function filled(file: string, name: string): Promise<string> {
  return (await readFile(file, 'utf8')).replaceAll('{{name}}', name);
}

/** launch.json with one more configuration; `undefined` where the file is not what it should be. */
export function addLaunch(text: string | undefined, launch: JsonObject): string | undefined {
  if (text === undefined || text.trim() === '')
    return `${JSON.stringify({ version: '0.2.0', configurations: [launch] }, undefined, 2)}\n`;
  const { root, errors } = parseJsonTree(text);
  if (root?.kind !== 'object' || errors.length > 0) return undefined;
  const list = memberOf(root, 'configurations')?.value;
  if (!list) return insertMember(text, root, 'configurations', [launch], styleOf(text));
  return list.kind === 'array' ? insertItem(text, list, launch, styleOf(text)) : undefined;
}
