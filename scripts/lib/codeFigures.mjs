// @ts-check
// What can be counted in a source: how long its functions are, what it exports, and who imports that.
import path from 'node:path';
import { parseSync, Visitor } from './oxcParser.mjs';
import { importsOf } from './sourceGraph.mjs';

/** @typedef {import('./sourceGraph.mjs').SourceFile} SourceFile */
/** @typedef {{ readonly file: string, readonly line: number, readonly lines: number }} FunctionSize */
/** @typedef {{ readonly file: string, readonly name: string }} Export */

/** @param {SourceFile} source */
function programOf({ file, text }) {
  return parseSync(file, text).program;
}

/** @param {string} text @returns {(offset: number) => number} */
export function lineCounter(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** @param {SourceFile} source @returns {FunctionSize[]} */
export function functionSizes(source) {
  const lineOf = lineCounter(source.text);
  /** @type {FunctionSize[]} */
  const sizes = [];
  /** @param {{ start: number, end: number, body?: unknown }} node */
  const measure = ({ start, end, body }) => {
    if (!body) return;
    const line = lineOf(start);
    sizes.push({ file: source.file, line, lines: lineOf(end - 1) - line + 1 });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(programOf(source));
  return sizes;
}

/** A scenario in a window or a measurement may be longer than other functions. @param {string} file */
function mostLines(file) {
  return /^test\/(?:e2e|bench)\//.test(file) ? 80 : 60;
}

/** Functions that want splitting, as `lines file:line`. @param {readonly SourceFile[]} sources @returns {string[]} */
export function longFunctions(sources) {
  const long = sources.flatMap(functionSizes).filter(({ file, lines }) => lines > mostLines(file));
  return long.map(({ file, line, lines }) => `${lines} ${file}:${line}`);
}

/** @param {SourceFile} source @returns {string[]} */
function exportedNames(source) {
  return programOf(source).body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = node;
    if (!declaration) return specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value));
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => ('name' in id ? [id.name] : []));
    return 'id' in declaration && declaration.id && 'name' in declaration.id ? [declaration.id.name] : [];
  });
}

/** Names taken from each file, as `file name`; `*` where all of a file is taken at run time. @param {readonly SourceFile[]} sources */
function importedNames(sources) {
  const taken = new Set();
  for (const source of sources) {
    const dir = path.posix.dirname(source.file);
    const program = programOf(source);
    for (const node of program.body) {
      const from = 'source' in node && node.source ? path.posix.join(dir, node.source.value) : undefined;
      if (from === undefined) continue;
      if (node.type === 'ExportAllDeclaration') taken.add(`${from} *`);
      if (!('specifiers' in node)) continue;
      for (const one of node.specifiers) {
        const name =
          one.type === 'ImportSpecifier' ? one.imported : one.type === 'ExportSpecifier' ? one.local : undefined;
        taken.add(`${from} ${name && 'name' in name ? name.name : '*'}`);
      }
    }
    new Visitor({
      ImportExpression: ({ source: target }) => {
        if (target.type === 'Literal') taken.add(`${path.posix.join(dir, String(target.value))} *`);
      },
      TSImportType: ({ source: target }) => void taken.add(`${path.posix.join(dir, target.value)} *`),
    }).visit(program);
  }
  return taken;
}

/**
 * Exports of `sources` that none of `users` imports.
 * @param {readonly SourceFile[]} sources @param {readonly SourceFile[]} users @returns {Export[]}
 */
export function unusedExports(sources, users) {
  const taken = importedNames(users);
  return sources.flatMap((source) =>
    taken.has(`${source.file} *`)
      ? []
      : exportedNames(source)
          .filter((name) => !taken.has(`${source.file} ${name}`))
          .map((name) => ({ file: source.file, name })),
  );
}

/** Whether a name is used in its own file beside its declaration. @param {SourceFile} source @param {string} name */
export function isUsedInside({ text }, name) {
  return (text.match(new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`, 'g'))?.length ?? 0) > 1;
}

export { importsOf };
