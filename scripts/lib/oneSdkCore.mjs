// @ts-check
// The SDK's client and server each bring their own copy of its core, one file of many modules (`//#region`). Those that
// are the same in both, and use no other, become one file that both import: there is less to ship, and to load.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ readonly name: string, readonly text: string, readonly declared: readonly string[] }} Region */

const copy = /[\\/]@modelcontextprotocol[\\/](client|server)[\\/]dist[\\/]src-[\w-]+\.mjs$/;

/** @param {string} root @returns {import('esbuild').Plugin} */
export function oneSdkCore(root) {
  const files = ['client', 'server'].map((side) =>
    coreFile(path.join(root, 'node_modules/@modelcontextprotocol', side, 'dist')),
  );
  const [client = '', server = ''] = files.map((file) => readFileSync(file, 'utf8'));
  const shared = sharedRegions(client, server);
  return {
    name: 'one core of the SDK',
    setup(build) {
      build.onResolve({ filter: /^sdk-core$/ }, () => ({
        path: 'sdk-core',
        namespace: 'sdk-core',
        sideEffects: false,
      }));
      build.onLoad({ filter: /./, namespace: 'sdk-core' }, () => ({
        contents: coreText(server, shared),
        resolveDir: path.dirname(files[1] ?? root),
      }));
      build.onLoad({ filter: copy }, ({ path: file }) => ({
        contents: withoutShared(readFileSync(file, 'utf8'), shared),
      }));
    },
  };
}

/** @param {string} dist */
function coreFile(dist) {
  const name = readdirSync(dist).find((file) => /^src-[\w-]+\.mjs$/.test(file));
  if (name === undefined) throw new Error(`${dist} has no core of the SDK`);
  return path.join(dist, name);
}

/** @param {string} text @returns {readonly Region[]} */
function regionsOf(text) {
  return [...text.matchAll(/\/\/#region (\S+)\n([\s\S]*?)\/\/#endregion\n/g)].map(([, name = '', code = '']) => ({
    name,
    text: code,
    declared: [...code.matchAll(/^(?:const|let|var|class|function\*?|async function\*?) ([\w$]+)/gm)].map(
      ([, id = '']) => id,
    ),
  }));
}

/** Those that are the same on both sides and mention nothing that is declared in another one. @param {string} client @param {string} server */
function sharedRegions(client, server) {
  const sides = [regionsOf(client), regionsOf(server)];
  const texts = new Map(sides[0]?.map(({ name, text }) => [name, text]));
  let shared = (sides[1] ?? []).filter(({ name, text }) => texts.get(name) === text);
  for (let before = -1; before !== shared.length;) {
    before = shared.length;
    const names = new Set(shared.map(({ name }) => name));
    const foreign = new Set(sides.flat().flatMap(({ name, declared }) => (names.has(name) ? [] : declared)));
    shared = shared.filter(({ text }) => !wordsIn(text).some((word) => foreign.has(word)));
  }
  return shared;
}

/** @param {string} text */
function wordsIn(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[\w$]+/g) ?? [];
}

/** What stands before the first region: imports of other packages. @param {string} text */
function importsOf(text) {
  return text.slice(0, text.indexOf('//#region'));
}

/** @param {string} server @param {readonly Region[]} shared */
function coreText(server, shared) {
  const names = shared.flatMap(({ declared }) => declared);
  return `${importsOf(server)}${shared.map(({ text }) => text).join('')}export{${names.join()}};`;
}

/** @param {string} text @param {readonly Region[]} shared */
function withoutShared(text, shared) {
  const rest = shared.reduce(
    (left, { name, text: code }) => left.replace(`//#region ${name}\n${code}//#endregion\n`, () => ''),
    text,
  );
  return `import{${shared.flatMap(({ declared }) => declared).join()}}from'sdk-core';${rest}`;
}
