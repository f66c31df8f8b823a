// @ts-check
// Which lines of a source are code that runs: those on which a statement, a field or the body of a function begins.
import { parseSync, Visitor } from './oxcParser.mjs';
import { lineCounter } from './codeFigures.mjs';

/** @typedef {import('./sourceGraph.mjs').SourceFile} SourceFile */
/** @typedef {ReadonlyMap<number, readonly number[]>} CodeLines line → offsets at which code begins there */

const statements = [
  'ExpressionStatement',
  'ReturnStatement',
  'IfStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'ThrowStatement',
  'TryStatement',
  'BreakStatement',
  'ContinueStatement',
];

/** @param {SourceFile} source @returns {CodeLines} */
export function codeLines({ file, text }) {
  const lineOf = lineCounter(text);
  /** @type {Map<number, number[]>} */
  const lines = new Map();
  /** @param {{ start: number }} node */
  const begin = ({ start }) => {
    const line = lineOf(start);
    lines.set(line, [...(lines.get(line) ?? []), start]);
  };
  new Visitor({
    ...Object.fromEntries(statements.map((type) => [type, begin])),
    VariableDeclarator: ({ init }) => init && begin(init),
    PropertyDefinition: ({ value }) => value && begin(value),
    ArrowFunctionExpression: ({ body }) => body.type !== 'BlockStatement' && begin(body),
  }).visit(parseSync(file, text).program);
  return lines;
}
