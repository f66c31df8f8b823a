import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScanner } from 'jsonc-parser';
import { Tokens, token } from '../../../src/core/config/text/jsonTokens.ts';

const words = ['"a"', '"b\\n"', '"\\u12"', '"x', '"\t"', '"é😀"', '"\u2028"', '1', '-2.5e3', 'true', 'nul', 'null'];
const gaps = ['\r\n', '//c\n', '//', '/* x */', '/*', '\ufeff', '\u2028', '\u00a0'];
const pieces = [...'{}[],:"\\/ \n\r\t\0\v.a', ...words, ...gaps];

const openComment = 1;

/** The same every time, so that a failure can be reproduced. */
function* texts(count: number): Generator<string> {
  let seed = 1;
  const pick = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let at = 0; at < count; at++) yield Array.from({ length: pick(12) }, () => pieces[pick(pieces.length)]).join('');
}

test("the tokens are those of jsonc-parser's scanner, whatever the text", () => {
  for (const text of texts(5_000)) {
    const scanner = createScanner(text, true);
    const tokens = new Tokens(text);
    do {
      const kind = scanner.scan() as number;
      tokens.next();
      if (tokens.error === openComment) {
        assert.equal(kind, token.end, 'that scanner passes over it');
        assert.match(text.slice(tokens.offset), /^\/\*(?!.*\*\/)/s);
        break;
      }
      const word = [kind, scanner.getTokenOffset(), scanner.getTokenLength(), scanner.getTokenError()];
      assert.deepEqual([tokens.kind, tokens.offset, tokens.length, tokens.error], word, JSON.stringify(text));
      if (kind === token.string) assert.equal(tokens.value, scanner.getTokenValue(), JSON.stringify(text));
      const end = scanner.getPosition();
      assert.equal(tokens.scanForColon(), (scanner.scan() as number) === token.colon, JSON.stringify(text));
      scanner.setPosition(end);
    } while (tokens.kind !== token.end);
  }
});
