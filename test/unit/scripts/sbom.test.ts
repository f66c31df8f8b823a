import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { billOfMaterials } from '../../../scripts/lib/sbom.mjs';
import { projectRoot } from '../../support/sources.ts';

const inputs = {
  'src/base/fault.ts': {},
  'node_modules/ws/lib/websocket.js': {},
  'node_modules/ws/wrapper.mjs': {},
  'node_modules/@modelcontextprotocol/core/dist/index.mjs': {},
};

function versionOf(name: string): string {
  const text = readFileSync(path.join(projectRoot, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

test('the bill of materials lists what is bundled, once, with version, licence and hash', () => {
  const bill = billOfMaterials({ inputs });
  const core = '@modelcontextprotocol/core';
  assert.deepEqual(
    bill.components.map(({ name, version, purl }) => [name, version, purl]),
    [
      [core, versionOf(core), `pkg:npm/%40modelcontextprotocol/core@${versionOf(core)}`],
      [
        '@vscode/codicons',
        versionOf('@vscode/codicons'),
        `pkg:npm/%40vscode/codicons@${versionOf('@vscode/codicons')}`,
      ],
      ['ws', versionOf('ws'), `pkg:npm/ws@${versionOf('ws')}`],
    ],
  );
  const ws = bill.components.at(-1);
  assert.deepEqual(ws?.licenses, [{ license: { id: 'MIT' } }]);
  assert.match(ws?.hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/);
  assert.deepEqual(bill.dependencies[0]?.dependsOn.length, 3);
});

test('two bills of one commit are the same', () => {
  assert.deepEqual(billOfMaterials({ inputs }), billOfMaterials({ inputs }));
  assert.match(billOfMaterials({ inputs }).serialNumber, /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
