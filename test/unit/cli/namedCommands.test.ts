// Command lines of ours that texts and pages name: each must be one that can be typed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { withHelp } from '../../../src/cli/support/flagTable.ts';
import { verbNamed } from '../../../src/cli/verbs.ts';
import { documentPages } from '../../support/documentPages.ts';
import { projectRoot, readSources } from '../../support/sources.ts';

const words = ['package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'l10n/bundle.l10n.zh-cn.json'];
const files = [...documentPages(), ...words].map((file) => ({
  file,
  text: readFileSync(path.join(projectRoot, file), 'utf8').replaceAll('\\"', '"'),
}));

const rooms = ['src/base', 'src/core', 'src/extension', 'src/lsp', 'webview'];
/** In quotes or as code; not the list of all verbs, and not the name of the product. */
const named = /(["'`])switchboard ([a-z][^"'`\n|]*?)\1/g;
/** A line of an example in a page; what it does may stand behind it. */
const typed = /^(?:\$ |      - run: )?switchboard ([a-z][^\n|]*?)(?: {2,}.*)?$/gm;

interface Named {
  readonly file: string;
  readonly line: string;
}

function lines(text: string, pattern: RegExp, group: number): readonly string[] {
  return Array.from(text.matchAll(pattern), (found) => found[group] ?? '');
}

function namedCommands(): readonly Named[] {
  return [...files, ...rooms.flatMap((room) => readSources(room))].flatMap(({ file, text }) =>
    [...lines(text, named, 2), ...(file.endsWith('.md') ? lines(text, typed, 1) : [])].map((line) => ({ file, line })),
  );
}

test('a command line that a text or a page names has a verb and flags that exist', async () => {
  const all = namedCommands();
  assert.ok(all.length > 20, 'saw them');
  for (const { file, line } of all) {
    const [name = '', ...rest] = line.split(/\s+/);
    if (name === 'help') continue;
    const verb = verbNamed(name);
    assert.ok(verb, `${file}: switchboard ${line}`);
    const known = new Set(withHelp((await verb.load()).table.flags).map(([flag]) => `--${flag}`));
    const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
    const unknown = own.filter((word) => word.startsWith('--') && !known.has(word.split('=')[0]!));
    assert.deepEqual(unknown, [], `${file}: switchboard ${line}`);
  }
});
