import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnvFile } from '../../../src/core/config/parse/envFile.ts';
import { cpuMs } from './support.ts';

const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['plain pairs', 'A=1\nB=two words\n', { A: '1', B: 'two words' }],
  ['export', 'export A=1\n  export  B = 2', { A: '1', B: '2' }],
  ['comments and blank lines', '# no\n\nA=1 # note\nB=a#b\nC=#empty', { A: '1', B: 'a#b', C: '' }],
  ['double quotes and their escapes', 'A="x # y"\nB="a\\nb \\"c\\" \\\\d"', { A: 'x # y', B: 'a\nb "c" \\d' }],
  ['single quotes and backticks are literal', "A='x\\n$Y'\nB=`a 'b' \"c\"`", { A: 'x\\n$Y', B: `a 'b' "c"` }],
  ['a value over several lines in quotes', 'A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
  ['a comment after quotes', 'A="x" # note\nB=2', { A: 'x', B: '2' }],
  ['"=" inside a value', 'URL=https://x/?a=b&c=d\nDSN="p=q"', { URL: 'https://x/?a=b&c=d', DSN: 'p=q' }],
  ['an open quote is taken as it stands', 'A="oops\nB=2', { A: '"oops', B: '2' }],
  ['Windows line ends and a byte order mark', '\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['nothing is expanded', 'A=$HOME\nB=${HOME}', { A: '$HOME', B: '${HOME}' }],
  ['the last of two counts', 'A=1\nA=2', { A: '2' }],
  ['noise is passed over', '=x\nnot a pair\n1A=x\n__proto__=x\nA=1', { A: '1' }],
  ['YAML-like pairs', 'A: 1\nB:2', { A: '1' }],
];
for (const [what, text, expected] of cases) {
  test(`dotenv: ${what}`, () => {
    assert.deepEqual(Object.fromEntries(parseEnvFile(text)), expected);
  });
}

test('long runs of blanks and quotes cost one pass', () => {
  const ms = cpuMs(() => {
    parseEnvFile(`A=${' '.repeat(200_000)}\n`.repeat(5));
    parseEnvFile('A="'.repeat(20_000));
    parseEnvFile(' '.repeat(1_000_000));
  });
  assert.ok(ms < 2_000, `${ms} ms`);
});
