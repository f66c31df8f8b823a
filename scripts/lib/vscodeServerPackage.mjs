// @ts-check
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage } from './fetchPackage.mjs';
import { serverNode } from './modernNode.mjs';
import { npm } from './npm.mjs';
import { vscodeServerPin } from './pins.mjs';

/** @typedef {{ node: string, serverMain: string }} VscodePackage the VS Code server and the Node it runs on */

/** @param {string} dir @param {string} node */
async function completeServer(dir, node) {
  for (const part of ['lib/vscode', 'lib/vscode/extensions']) {
    await npm(['install', '--omit=dev'], {
      cwd: join(dir, part),
      what: `the packages of the VS Code server (${part})`,
      node,
    });
  }
  const standIn = fileURLToPath(new URL('./spdlogStandIn.cjs', import.meta.url));
  copyFileSync(standIn, join(dir, 'lib/vscode/node_modules/@vscode/spdlog/index.js'));
}

/**
 * The VS Code server inside code-server, run without code-server's own wrapper. Its shrinkwraps pin what npm adds.
 * @returns {Promise<VscodePackage>}
 */
export async function ensureVscodeServer() {
  const node = await serverNode();
  const label = 'Fetching the VS Code server (about 310 MB, once)';
  const dir = await fetchPackage(vscodeServerPin, label, {
    revision: 'r1',
    prepare: (unpacked) => completeServer(unpacked, node),
  });
  return { node, serverMain: join(dir, 'lib/vscode/out/server-main.js') };
}
