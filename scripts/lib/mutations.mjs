// @ts-check
// Small wrong changes to a source, each of which a test should notice.
import { parseSync, Visitor } from './oxcParser.mjs';
import { lineCounter } from './codeFigures.mjs';

/** @typedef {import('./sourceGraph.mjs').SourceFile} SourceFile */
/** @typedef {{ file: string, line: number, start: number, end: number, text: string, what: string }} Mutation */
/** @typedef {{ start: number, end: number }} Span */

/** @type {Readonly<Record<string, string>>} */
const otherOperator = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

/** Calls that only tell, redraw or tidy up: losing one is no wrong result. */
const telling = /^(?:await )?(?:this\.)?#?(?:log|logger)\b|\.(?:debug|info|trace)\(/;

/** Everything that could be changed in a source. @param {SourceFile} source @returns {Mutation[]} */
export function mutationsOf({ file, text }) {
  const lineOf = lineCounter(text);
  /** @type {Mutation[]} */
  const found = [];
  /** @type {Span[]} */
  const types = [];
  const source = (/** @type {Span} */ { start, end }) => text.slice(start, end);
  /** @param {Span} at @param {string} replacement @param {string} what */
  const add = ({ start, end }, replacement, what) =>
    found.push({ file, line: lineOf(start), start, end, text: replacement, what });
  /** @param {Span & { left: Span, right: Span, operator: string }} node */
  const changeOperator = (node) => {
    const other = otherOperator[node.operator];
    if (other === undefined || (/[+-]/.test(node.operator) && /['"`]/.test(source(node)))) return;
    add(node, `${source(node.left)} ${other} ${source(node.right)}`, `${node.operator} becomes ${other}`);
  };
  /** @param {{ test: Span }} node */
  const negate = ({ test }) => add(test, `!(${source(test)})`, 'condition turned round');
  new Visitor({
    BinaryExpression: (node) => changeOperator(node),
    LogicalExpression: (node) => changeOperator(node),
    IfStatement: negate,
    ConditionalExpression: negate,
    UnaryExpression: (node) => node.operator === '!' && add(node, source(node.argument), '! lost'),
    AwaitExpression: (node) => add(node, source(node.argument), 'await lost'),
    ExpressionStatement: (node) => {
      const called = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      if (called.type === 'CallExpression' && !telling.test(source(node)) && !source(called).startsWith('super('))
        add(node, ';', 'call removed');
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') add(node, String(!node.value), `${node.value} turned round`);
      if (typeof node.value === 'number') add(node, String(node.value + 1), `${node.value} becomes ${node.value + 1}`);
    },
    TSLiteralType: (node) => types.push(node),
  }).visit(parseSync(file, text).program);
  return found.filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end));
}

/** @param {string} text @param {Mutation} mutation */
export function applyMutation(text, { start, end, text: replacement }) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The same numbers for the same seed (mulberry32), from 0 to below 1. @param {number} seed */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
