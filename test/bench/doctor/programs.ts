const stay = 'setInterval(() => {}, 1000);';

/** Small programs that fail as servers of users do, by what is wrong with them. Each runs here, for us and for a peer. */
export const brokenPrograms: Readonly<Record<string, string>> = {
  'a variable is missing': "console.error('Error: MOON_API_KEY environment variable is required'); process.exit(1);",
  'a key is refused': "console.error('Error: 401 Unauthorized: invalid API key'); process.exit(1);",
  'a module is missing': "import 'moon-which-nobody-has';",
  'a syntax error': 'const = 1;',
  'an error of its own': "throw new TypeError('the moon is full');",
  'ends without a word': 'process.exit(0);',
  'a service is away':
    "import net from 'node:net'; net.connect(1, '127.0.0.1').on('error', (error) => { throw error; });",
  'a prompt': `process.stdout.write('Enter API key: '); ${stay}`,
  'heads of language servers': `process.stdin.once('data', () => console.log('Content-Length: 38\\r\\n\\r\\n{}')); ${stay}`,
  'JSON over several lines': `process.stdin.once('data', () => console.log(JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} }, null, 2))); ${stay}`,
  'HTTP instead of stdio': `console.error('Uvicorn running on http://127.0.0.1:8123 (Press CTRL+C to quit)'); ${stay}`,
  'closed stdout': `import fs from 'node:fs'; fs.closeSync(1); ${stay}`,
};

/** The words with which any host would name what is wrong with each. */
export const causesOf: Readonly<Record<string, RegExp>> = {
  'a variable is missing': /MOON_API_KEY/,
  'a key is refused': /invalid API key/,
  'a module is missing': /moon-which-nobody-has/,
  'a syntax error': /SyntaxError/,
  'an error of its own': /the moon is full/,
  'ends without a word': /Server exited before responding|exited with code 0/,
  'a service is away': /ECONNREFUSED/,
  'a prompt': /Enter API key/,
  'heads of language servers': /Content-Length/,
  'JSON over several lines': /several lines|line break|Failed to parse/i,
  'HTTP instead of stdio': /running on http/,
  'closed stdout': /stdout.{0,40}closed|closed.{0,40}stdout/i,
};

export const healthyProgram = `import { createInterface } from 'node:readline';
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const info = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
  const result = method === 'initialize' ? info : method === 'tools/list' ? { tools: [] } : undefined;
  if (id !== undefined) console.log(JSON.stringify(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
});`;
