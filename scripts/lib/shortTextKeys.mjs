// @ts-check
// A bundle repeats each English text as its key, a quarter of its size in the package.
import { parseSync, Visitor } from './oxcParser.mjs';

/** @typedef {import('./sourceGraph.mjs').SourceFile} SourceFile */

/** As `textKey` of src/base/l10n.ts; a test compares them. @param {string} text */
export function textKey(text) {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}

/** Texts that VS Code may look up by what they say: all that stand in these sources. @param {readonly SourceFile[]} sources */
export function textsOfVscode(sources) {
  /** @type {Set<string>} */
  const texts = new Set();
  for (const { file, text } of sources)
    new Visitor({
      Literal: ({ value }) => void (typeof value === 'string' && texts.add(value)),
      TemplateElement: ({ value }) => void texts.add(value.cooked ?? ''),
    }).visit(parseSync(file, text).program);
  return texts;
}

/** @param {Readonly<Record<string, string>>} bundle @param {ReadonlySet<string>} kept @returns {Record<string, string>} */
export function shortTextKeys(bundle, kept) {
  const entries = Object.entries(bundle).map(([text, own]) => [kept.has(text) ? text : textKey(text), own]);
  const short = Object.fromEntries(entries);
  if (Object.keys(short).length < entries.length)
    throw new Error('Two texts have the same key: say one in other words.');
  return short;
}
