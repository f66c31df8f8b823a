import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleEntries, looseTexts, untranslatedTexts } from '../../scripts/lib/userTexts.mjs';
import { readSources } from '../support/sources.ts';

const product = ['src', 'webview'].flatMap((folder) => readSources(folder));

const foundIn = (text: string, file = 'src/extension/x.tsx'): readonly string[] =>
  looseTexts({ file, text }).map((one) => one.text);

test('everything that a user reads goes through l10n', () => {
  assert.ok(product.length > 500);
  const loose = untranslatedTexts(product).map(({ file, line, text }) => `${file}:${line} ${text}`);
  assert.deepEqual(loose, [], 'give these to l10n.t, or say in scripts/lib/notTranslated.mjs why they stay English');
});

test('the list of what stays English names nothing that is gone', () => {
  assert.deepEqual(idleEntries(product), []);
});

const seen: Readonly<Record<string, string>> = {
  'a sentence anywhere': "const reason = () => 'The server is gone.';",
  'a sentence with a value': 'throw refuse(`"${name}" is not known here.`);',
  'a sentence that begins with a value': 'const a = `${name} has no tools`;',
  'a part of a sentence with a value': 'const a = `more than ${count} calls wait`;',
  'one word on a button': "items.push({ label: 'Restart' });",
  'a word of either branch': "const item = { description: isOn ? 'Running' : l10n.t('Stopped') };",
  'an argument of a message': "void vscode.window.showErrorMessage('Failed');",
  'a risk': "risks.push(caution('shell', 'Starts a shell'));",
  'a section of a dialog': "section('Command', lines);",
  'text of a page': 'const page = <p>Nothing here</p>;',
  'one word of a page': 'const page = <button>Retry</button>;',
  'an attribute of a page': 'const page = <input placeholder="Search" />;',
};

for (const [what, code] of Object.entries(seen)) {
  test(`found where it is not translated: ${what}`, () => {
    assert.equal(foundIn(code).length, 1, JSON.stringify(foundIn(code)));
  });
}

const passed: Readonly<Record<string, string>> = {
  'a translated sentence': "const a = l10n.t('The server is gone.');",
  'both forms of a translated sentence': "const a = tn(count, '{0} tool found', '{0} tools found');",
  'a log line': 'log.info(`connected to ${server} again`);',
  'a bug': "throw new Error('This cannot happen here');",
  'a code': "const state = { kind: 'not-approved', message };",
  'a class of a page': 'const page = <p class={`row tool row-${kind}`}>{text}</p>;',
  'a type': "type Choice = 'Allow once' | 'Never allow';",
  'a name of a product': "const item = { label: 'Claude Desktop' };",
  'a number with its unit': 'const item = { description: `${ms} ms` };',
};

for (const [what, code] of Object.entries(passed)) {
  test(`left alone: ${what}`, () => assert.deepEqual(foundIn(code), []));
}
