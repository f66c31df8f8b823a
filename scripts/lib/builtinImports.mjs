// @ts-check
// An ES import of a module of Node reads everything that it exports, and so loads what is otherwise loaded on use:
// `node:http` takes 45 ms of processor time with it (all of undici) and 5 ms without, `node:fs` 4 ms and none. Of
// modules that few starts get to use, functions are loaded at their first call: `node:crypto` and `node:fs/promises` take
// 5 ms and 1.5 MB of the language server.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseSync } from './oxcParser.mjs';

const getter = '$node';
const lateGetter = '$late';
const head = `const ${getter}=process.getBuiltinModule`;
const lateHead = `,${lateGetter}=m=>new Proxy({},{get:(_,k)=>{let f;return(...a)=>(f??=${getter}(m)[k])(...a)}})`;

const require = createRequire(import.meta.url);
const late = /^node:(?:child_process|crypto|dns|fs\/promises|https?|net|readline|tls|v8|vm|zlib)(?:\/|$)/;

/** @typedef {import('oxc-parser').StaticImport} StaticImport */

/** Rewrites built files and their maps, which are named after them. @param {readonly string[]} files */
export async function readBuiltinsOnUse(files) {
  await Promise.all(files.map(rewrite));
}

/** @param {string} file */
async function rewrite(file) {
  const text = await readFile(file, 'utf8');
  const rewritten = withoutBuiltinImports(text);
  if (rewritten === text) return;
  const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
  await writeFile(file, rewritten);
  await writeFile(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}

/** Each statement stays where it is and as long as it was, so that a map needs one line more and nothing else. @param {string} text */
export function withoutBuiltinImports(text) {
  const { module, errors } = parseSync('chunk.mjs', text);
  if (errors.length > 0) throw new Error(`a built file cannot be parsed: ${errors[0]?.message}`);
  const builtins = module.staticImports.filter(({ moduleRequest }) => moduleRequest.value.startsWith('node:'));
  if (builtins.length === 0) return text;
  const interpreter = /^#!.*\n/.exec(text)?.[0] ?? '';
  const heads = builtins.some(isLate) ? `${head}${lateHead};\n` : `${head};\n`;
  let [rewritten, from] = [`${interpreter}${heads}`, interpreter.length];
  for (const one of builtins) {
    rewritten += text.slice(from, one.start) + declaration(one).padEnd(one.end - one.start);
    from = one.end;
  }
  return rewritten + text.slice(from);
}

/** Whether it imports functions only, and nothing that is looked at: a class, or a function with properties. @param {StaticImport} statement */
function isLate({ entries, moduleRequest }) {
  if (!late.test(moduleRequest.value)) return false;
  const module = require(moduleRequest.value);
  return entries.every(({ importName }) => importName.kind === 'Name' && isPlain(module[importName.name ?? '']));
}

/** @param {unknown} value */
function isPlain(value) {
  if (typeof value !== 'function' || /^[A-Z]/.test(value.name)) return false;
  return Reflect.ownKeys(value).every((key) => ['length', 'name', 'prototype'].includes(String(key)));
}

/** @param {StaticImport} statement */
function declaration(statement) {
  const { entries, moduleRequest } = statement;
  const module = `${isLate(statement) ? lateGetter : getter}(${JSON.stringify(moduleRequest.value)})`;
  const whole = entries.filter(({ importName }) => importName.kind !== 'Name').map(({ localName }) => localName.value);
  const names = entries
    .filter(({ importName }) => importName.kind === 'Name')
    .map(({ importName, localName: { value } }) => (importName.name === value ? value : `${importName.name}:${value}`));
  const variables = [...whole, ...(names.length > 0 ? [`{${names.join()}}`] : [])];
  return variables.length > 0
    ? `var ${variables.map((one) => `${one}=${module}`).join()};`.replace('var {', 'var{')
    : '';
}
