// @ts-check
// Test-only: a loopback HTTP endpoint, guarded by a random token, that evaluates a function in the extension host.
const { randomBytes } = require('node:crypto');
const { renameSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { dirname, join } = require('node:path');
const { takeCoverage } = require('node:v8');
const vscode = require('vscode');

const startedAt = Date.now();
const token = randomBytes(16).toString('hex');

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** @param {import('node:http').IncomingMessage} request */
async function answer(request) {
  if (request.headers.authorization !== `Bearer ${token}`) throw new Error('wrong token');
  const { source, argument } = await bodyOf(request);
  // oxlint-disable-next-line no-eval -- running the test's code here is its purpose
  const value = await (0, eval)(`(${source})`)(vscode, argument, require);
  return { value: value === undefined ? null : value };
}

/** @param {number} port @param {string} logDir where the extensions of this host keep their logs */
function announce(port, logDir) {
  const dir = process.env.MCP_SWITCHBOARD_DRIVER_DIR;
  if (!dir) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const file = join(dir, `driver-${process.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify({ pid: process.pid, port, token, folder, logDir, startedAt }));
  renameSync(`${file}.part`, file);
}

/** The server ends its extension hosts with a signal, and Node then writes nothing of what ran. */
function keepCoverage() {
  if (!process.env.NODE_V8_COVERAGE) return;
  process.once('SIGTERM', () => {
    takeCoverage();
    process.exit();
  });
}

exports.activate = (/** @type {vscode.ExtensionContext} */ context) => {
  keepCoverage();
  const server = createServer((request, response) => {
    const reply = (/** @type {object} */ body) => response.end(JSON.stringify(body));
    answer(request).then(reply, (error) => reply({ error: String(error?.stack ?? error) }));
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    announce(port, dirname(context.logUri.fsPath));
  });
  context.subscriptions.push({ dispose: () => server.close() });
};
