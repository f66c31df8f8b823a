import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as jose from 'jose';
import { namesOfJose } from '../../../scripts/lib/usedOfJose.mjs';

test('every name by which the client of the SDK calls jose is found, and is one of its functions', () => {
  const source = readFileSync(new URL(import.meta.resolve('@modelcontextprotocol/client')), 'utf8');
  const names = namesOfJose(source);
  assert.ok(names.includes('SignJWT') && names.includes('importPKCS8'), names.join());
  assert.deepEqual(
    names.filter((name) => !(name in jose)),
    [],
  );
  assert.ok(
    !/(?:const|let|var) \{[^}]*\} = await (?:import\("jose"\)|importJose\(\))/.test(source),
    'none is taken out of it',
  );
});
