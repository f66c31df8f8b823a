import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/sources.ts';

const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Record<string, string>;
/** All that a user reads: other tests see to it that no text is missing here. */
const texts = [...Object.keys(read('l10n/bundle.l10n.zh-cn.json')), ...Object.values(read('package.nls.json'))];

/** The words that a trial with new users decided on. */
const chosen = [
  'Allow "{0}" to run on this computer?',
  'Warning:',
  'has no pinned version',
  'Where should it be saved?',
  'Select to remove',
  'From a README',
  "This server won't run until you approve it",
  'Start the server to see its tools',
  '{0} was not provided',
  'The server needs credentials that it was not given',
  'Context cost',
  'Largest tools',
  'Initialize response',
  'Repeat',
  'Concurrency',
  'Multi-line',
  'Insert template…',
  'requests a model response',
  'Compare Request and Response',
  '{0} interception rule active',
  '"{0}" needs a value',
  'Secret stored in plain text',
  'Cache results',
  'Calls per minute',
  'No changes',
  'Minimum log level',
  'Explain Agent Visibility',
  'Reset Server Data…',
  'Open Full Traffic History',
  'Add Interception Rule…',
  'Edit Agent Tool Policy…',
  'Copy Configuration for Another Client…',
  'secrets redacted',
  'Last output:',
  'Could not get the prompt.',
  'Not valid JSON.',
  'Not a valid URL.',
  'No notifications yet.',
];

for (const words of chosen)
  test(`"${words}" is what users read`, () => {
    assert.ok(texts.some((text) => text.includes(words)));
  });

/** What they replaced. */
const replaced = [
  /Will My Agent See It/,
  /Forget About Server/,
  /With Past Sessions/,
  /Rules for Agents/,
  /taken out/,
  /dearest/,
  /last words/,
  /could not be had/,
  /This is no (?:JSON|address)/,
  /stands in no configuration/,
  /may destroy things/,
  /what shall/i,
  /Held to what it was/,
  /of them again/,
  /has said nothing by itself/,
  /The person did not/,
  /Nobody has the resource/,
  /hung up/,
  /loaded whole/,
  /old style/,
  /That did not work/,
  /\b(?:legacy|modern)\b/i, // versions are shown as versions
];

test('the words that these replaced are gone', () => {
  const left = texts.filter((text) => replaced.some((words) => words.test(text)));
  assert.deepEqual(left, []);
});
