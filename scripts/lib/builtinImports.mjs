// @ts-check
// An ES import of a module of Node reads everything that it exports, and so loads what is otherwise loaded on use:
// `node:http` takes 45 ms of processor time with it (all of undici) and 5 ms without, `node:fs` 4 ms and none.
import { readFile, writeFile } from 'node:fs/promises';
import { parseSync } from './oxcParser.mjs';

const getter = '$node';
const head = `const ${getter}=process.getBuiltinModule;\n`;

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
  let [rewritten, from] = [`${interpreter}${head}`, interpreter.length];
  for (const one of builtins) {
    rewritten += text.slice(from, one.start) + declaration(one).padEnd(one.end - one.start);
    from = one.end;
  }
  return rewritten + text.slice(from);
}

/** @param {StaticImport} statement */
function declaration({ entries, moduleRequest }) {
  const module = `${getter}(${JSON.stringify(moduleRequest.value)})`;
  const whole = entries.filter(({ importName }) => importName.kind !== 'Name').map(({ localName }) => localName.value);
  const names = entries
    .filter(({ importName }) => importName.kind === 'Name')
    .map(({ importName, localName: { value } }) => (importName.name === value ? value : `${importName.name}:${value}`));
  const variables = [...whole, ...(names.length > 0 ? [`{${names.join()}}`] : [])];
  return variables.length > 0
    ? `var ${variables.map((one) => `${one}=${module}`).join()};`.replace('var {', 'var{')
    : '';
}
