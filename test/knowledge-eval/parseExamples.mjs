// Parses every code example of the shipped patterns with its language's tree-sitter grammar and writes
// the receipt `parsed-examples.json`: SHA-256 of each text that parsed. A unit test refuses an example
// without a receipt, so a changed example has to come through here. The grammars are no dependency of
// the project; install them anywhere:
//   npm i --prefix /tmp/grammars --ignore-scripts web-tree-sitter@0.25.10 tree-sitter-wasms@0.1.13
//   node test/knowledge-eval/parseExamples.mjs /tmp/grammars
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';

const grammarsRoot = resolve(process.argv[2] ?? '/tmp/grammars', 'node_modules');
const patternsDir = resolve(import.meta.dirname, '../../media/knowledge');
const { Parser, Language } = await import(pathToFileURL(join(grammarsRoot, 'web-tree-sitter/tree-sitter.js')));

const files = { csharp: 'c_sharp', javascript: 'javascript', typescript: 'tsx' };

/** Examples are fragments: a method without its class, a statement without its function. */
const wrappers = {
  java: [(s) => s, (s) => `class A { ${s} }`, (s) => `class A { void f() { ${s} } }`],
  csharp: [(s) => s, (s) => `class A { ${s} }`, (s) => `class A { async Task f() { ${s} } }`],
  go: [
    (s) => `package p\n${s}`,
    (s) => `package p\nfunc f() {\n${s}\n}`,
    (s) => `package p\nfunc f() {\n_ = 0\n${s}\n}`,
  ],
  php: [(s) => `<?php\n${s}`, (s) => `<?php\n$a = [${s}];`],
  typescript: [(s) => s, (s) => `class A { ${s} }`, (s) => `async function f() { ${s} }`],
  javascript: [(s) => s, (s) => `class A { ${s} }`, (s) => `async function f() { ${s} }`],
  c: [(s) => s, (s) => `int f(void) { ${s} }`],
  cpp: [(s) => s, (s) => `int f() { ${s} }`],
  rust: [(s) => s, (s) => `fn f() { ${s} }`],
};

await Parser.init();
const languages = new Map();
async function parserFor(language) {
  if (!languages.has(language)) {
    const wasm = join(grammarsRoot, 'tree-sitter-wasms/out', `tree-sitter-${files[language] ?? language}.wasm`);
    const parser = new Parser();
    parser.setLanguage(await Language.load(wasm));
    languages.set(language, parser);
  }
  return languages.get(language);
}

const receipts = {};
let failed = 0;
const names = readdirSync(patternsDir, { recursive: true }).filter((name) => name.endsWith('.yaml'));
for (const name of names.toSorted()) {
  const pattern = parse(readFileSync(join(patternsDir, name), 'utf8'));
  for (const example of pattern.examples) {
    const parser = await parserFor(example.language);
    for (const side of ['bad', 'good']) {
      const forms = wrappers[example.language] ?? [(s) => s];
      if (forms.some((form) => !parser.parse(form(example[side])).rootNode.hasError)) {
        receipts[createHash('sha256').update(`${example.language}\n${example[side]}`).digest('hex')] = example.language;
      } else {
        failed++;
        console.error(`${pattern.id} ${example.language} ${side} does not parse:\n${example[side]}`);
      }
    }
  }
}
writeFileSync(join(import.meta.dirname, 'parsed-examples.json'), `${JSON.stringify(receipts, undefined, 1)}\n`);
console.log(`${Object.keys(receipts).length} examples parse, ${failed} do not (${names.length} patterns)`);
process.exitCode = failed > 0 ? 1 : 0;
