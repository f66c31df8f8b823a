// @ts-check
// Who imports whom: read from the sources as text, so that a test and the figures see the same graph.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ readonly file: string, readonly text: string }} SourceFile file from the project's root, with forward slashes */
/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Graph */

const importPattern =
  /(?:^|[;\s}])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|import\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** @param {string} text */
function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

/**
 * @param {string} root @param {string} folder @param {readonly string[]} [extensions]
 * @returns {SourceFile[]}
 */
export function readSources(root, folder, extensions = ['.ts', '.tsx']) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => extensions.includes(path.extname(name)) && !name.includes('node_modules'))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** What a file imports, type imports included; a local one as its path from the project's root. @param {SourceFile} source */
export function importsOf({ file, text }) {
  const found = [...withoutComments(text).matchAll(importPattern)].map(([, plain, dynamic]) => plain ?? dynamic ?? '');
  return found.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

/** @param {readonly SourceFile[]} sources @param {(file: string) => string} nodeOf @returns {Graph} */
function graphOf(sources, nodeOf) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map(sources.map(({ file }) => [nodeOf(file), new Set()]));
  for (const source of sources) {
    const from = nodeOf(source.file);
    for (const imported of importsOf(source).map(nodeOf))
      if (imported !== from && graph.has(imported)) graph.get(from)?.add(imported);
  }
  return graph;
}

/** @param {readonly SourceFile[]} sources */
export function fileGraph(sources) {
  return graphOf(sources, (file) => file);
}

/** @param {readonly SourceFile[]} sources */
export function folderGraph(sources) {
  return graphOf(sources, (file) => path.posix.dirname(file));
}

/** Pairs that import each other, each once. @param {Graph} graph @returns {string[]} */
export function twoWayPairs(graph) {
  return [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => from < to && graph.get(to)?.has(from)).map((to) => `${from} <-> ${to}`),
  );
}

/** Groups in which every member reaches every other (Tarjan). @param {Graph} graph @returns {string[][]} */
export function cycles(graph) {
  /** @type {Map<string, number>} */
  const index = new Map();
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} node */
  const visit = (node) => {
    index.set(node, index.size);
    let lowest = index.size - 1;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? index.get(next) ?? lowest);
    }
    low.set(node, lowest);
    if (lowest !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.toSorted());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}
