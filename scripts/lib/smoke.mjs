// @ts-check
import { join } from 'node:path';
import { modernNode } from './modernNode.mjs';
import { repoRoot } from './paths.mjs';
import { endTree, start } from './processes.mjs';
import { complain } from './say.mjs';
import { workbenchVariable, withTestWorkbench } from './testWorkbench.mjs';

const limitMs = 120_000;

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitWithin(child) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      complain(`The workbench, the extension and its tools were not all there within ${limitMs / 1000} s.`);
      void endTree(child.pid ?? 0).then(() => resolve(1));
    }, limitMs);
    child.once('close', (code) => (clearTimeout(timer), resolve(code ?? 1)));
  });
}

/**
 * Opens the workbench as a user would, in a headless browser, and asks the extension for its tools.
 * @param {string} vsix @param {number} port @returns {Promise<number>} an exit code
 */
export function smoke(vsix, port) {
  return withTestWorkbench({ vsixes: [vsix], port, trust: true }, async (workbench) => {
    const env = { ...process.env, [workbenchVariable]: JSON.stringify(workbench) };
    return exitWithin(start(await modernNode(), [join(repoRoot, 'test/e2e/smoke.ts')], { env }));
  });
}
