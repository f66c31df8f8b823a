// @ts-check
// Finds texts that users read and that no bundle can translate, because they do not pass through l10n.
import { parseSync, Visitor } from './oxcParser.mjs';
import { notTranslated } from './notTranslated.mjs';

/** @typedef {import('./sourceGraph.mjs').SourceFile} SourceFile */
/** @typedef {{ readonly file: string, readonly line: number, readonly text: string }} UserText */
/** @typedef {{ readonly start: number, readonly end: number }} Range */
/** @typedef {Range & { readonly text: string, readonly isSeen: boolean }} Literal */

/** What a user sees whatever it holds, even one word. */
const seenNames =
  /^(?:about|aria-?label|alt|body|caption|description|detail|empty|heading|hint|label|message|note|placeHolder|placeholder|prompt|summary|text|title|tooltip)$/i;
const seenCalls =
  /^(?:show\w+Message|createTreeView|setStatusBarMessage|danger|caution|note|section|block|notify|confirm)$/;
/** Attributes of the page that hold no text. */
const technicalNames = /^(?:class|className|style|key|id|href|src|type|role|data-[\w-]+|testId|testid)$/;
const translators = /^(?:t|tn|l10n\.t|vscode\.l10n\.t|texts\.t|english\.t)$/;
/** Bugs and logs stay English. */
const logs = /(?:^|\.)#?(?:log|logger|trace)\.(?:trace|debug|info|warn|error)$|^console\.\w+$/;
const bugs = /^(?:Error|TypeError|RangeError|DOMException)$/;

/** @param {any} callee @returns {string} */
function nameOf(callee) {
  if (callee.type === 'MemberExpression') return `${nameOf(callee.object)}.${callee.property.name ?? ''}`;
  return callee.name ?? '';
}

/** The literals that a value can be: those of both branches, of each part. @param {any} node @returns {any[]} */
function valuesOf(node) {
  if (!node) return [];
  switch (node.type) {
    case 'ConditionalExpression':
      return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...valuesOf(node.left), ...valuesOf(node.right)];
    case 'JSXExpressionContainer':
      return valuesOf(node.expression);
    case 'ArrowFunctionExpression':
      return valuesOf(node.body);
    case 'ArrayExpression':
      return node.elements.flatMap(valuesOf);
    case 'Literal':
    case 'TemplateLiteral':
      return [node];
    default:
      return [];
  }
}

/** Code, markup and regular expressions. */
const code = /=>|===|<\/?[a-z]|;\s*$|;\n|\w\(\)|\(\?:|^\s*\/\/|^printf /i;
const units = /^\{\} (?:ms|s|kB|KB|MB|bytes)$/;
const products =
  /^(?:(?:MCP Switchboard|Claude (?:Desktop|Code)|Copilot CLI|Kimi(?: Code)?|VS Code|Cursor|Windsurf|Codex)(?:, )?)+$/;

/** Two words or more, from a capital, a quotation or a placeholder on. @param {string} text */
function isSentence(text) {
  if (code.test(text) || units.test(text) || products.test(text)) return false;
  const opens = /^(?:\{\}|["“(]|[A-Z][a-z.]*\b)/.test(text);
  return opens
    ? /[A-Za-z"}\]),:;] [a-z]{2,}/.test(text)
    : text.includes('{}') && /[a-z]{2,} [a-z]{2,}(?!-)\b/.test(text);
}

/** @param {string} text */
function isWord(text) {
  if (code.test(text) || units.test(text) || products.test(text)) return false;
  return /^[A-Z][a-z]+/.test(text) || /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text);
}

class Collector {
  /** @type {Literal[]} */ literals = [];
  /** @type {Range[]} */ passed = [];
  /** @type {Set<unknown>} */ seen = new Set();

  /** @param {any} name @param {any} value */
  named(name, value) {
    if (technicalNames.test(name)) this.passed.push(value);
    else if (seenNames.test(name)) for (const node of valuesOf(value)) this.seen.add(node);
  }

  /** @param {any} node */
  call(node) {
    const name = nameOf(node.callee);
    if (translators.test(name) || logs.test(name) || bugs.test(name)) this.passed.push(node);
    else if (seenCalls.test(name.split('.').at(-1) ?? ''))
      for (const value of node.arguments.flatMap(valuesOf)) this.seen.add(value);
  }

  /** @param {any} node @param {string} text */
  literal(node, text) {
    this.literals.push({ start: node.start, end: node.end, text, isSeen: this.seen.has(node) });
  }

  visitor() {
    /** @param {any} node */
    const pass = (node) => void this.passed.push(node);
    return new Visitor({
      ImportDeclaration: pass,
      TSLiteralType: pass,
      TSEnumDeclaration: pass,
      CallExpression: (node) => this.call(node),
      NewExpression: (node) => this.call(node),
      Property: (node) => {
        if (node.key.type === 'Literal') pass(node.key);
        this.named('name' in node.key ? node.key.name : '', node.value);
      },
      JSXAttribute: (node) => this.named('name' in node.name ? node.name.name : '', node.value),
      JSXText: (node) => void this.literals.push({ ...node, text: node.value.trim(), isSeen: true }),
      Literal: (node) => {
        if (typeof node.value === 'string') this.literal(node, node.value);
      },
      TemplateLiteral: (node) => this.literal(node, node.quasis.map(({ value }) => value.cooked ?? '').join('{}')),
    });
  }
}

/** What one file says to users outside l10n; `notTranslated` is not looked at. @param {SourceFile} source @returns {UserText[]} */
export function looseTexts({ file, text }) {
  const found = new Collector();
  found.visitor().visit(parseSync(file, text).program);
  return found.literals
    .filter(({ text: said, isSeen }) => isSentence(said) || (isSeen && isWord(said)))
    .filter(({ start }) => !found.passed.some((range) => range && start >= range.start && start < range.end))
    .map(({ start, text: said }) => ({ file, line: text.slice(0, start).split('\n').length, text: said }));
}

/** @param {readonly SourceFile[]} sources @returns {UserText[]} */
export function untranslatedTexts(sources) {
  return sources.flatMap(looseTexts).filter((one) => !notTranslated.some((entry) => covers(entry, one)));
}

/** Entries that no longer cover anything: the list may only shrink. @param {readonly SourceFile[]} sources */
export function idleEntries(sources) {
  const all = sources.flatMap(looseTexts);
  return notTranslated
    .filter((entry) => !all.some((one) => covers(entry, one)))
    .map(({ place, text }) => `${place} ${text ?? ''}`);
}

/** @param {import('./notTranslated.mjs').NotTranslated} entry @param {UserText} one */
function covers({ place, text }, one) {
  return (place.endsWith('/') ? one.file.startsWith(place) : one.file === place) && (!text || one.text === text);
}
