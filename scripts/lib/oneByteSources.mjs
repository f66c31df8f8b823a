// @ts-check
// V8 keeps a file whose text has a letter beyond Latin-1 in two bytes a letter, as long as the process lives. esbuild
// escapes such letters in strings, but not in regular expressions.
import { readFile } from 'node:fs/promises';

/** @returns {import('esbuild').Plugin} */
export function oneByteSources() {
  return {
    name: 'one byte sources',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = inOneByte(text);
        return contents === text ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

/** In strings, templates and regular expressions an escape is the letter itself; a raw template has none here. @param {string} text */
export function inOneByte(text) {
  return text.replaceAll(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
