import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { kindOfPath } from '../../../src/core/config/model/kindOfPath.ts';
import { schemaFiles, schemaOf } from '../../../src/lsp/document/schema.ts';
import { projectRoot, readJson } from '../../support/sources.ts';
import { proves } from '../../requirements.ts';
import { updatesGolden } from '../../support/golden.ts';

interface Words {
  readonly enum: readonly string[];
  readonly enumDescriptions?: readonly string[];
}

const dir = path.join(projectRoot, 'media/schemas');

for (const [name, kind] of Object.entries(schemaFiles)) {
  test(`${name} matches what the language server knows`, (t) => {
    const file = path.join(dir, name);
    const wanted = schemaOf(kind);
    if (updatesGolden(t, file, `${JSON.stringify(wanted, undefined, 2)}\n`)) return;
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), wanted);
  });
}

test(`a schema that knows SSE says that it is deprecated${proves('C28')}`, () => {
  for (const kind of ['user', 'mcpJson', 'cursor', 'copilotCli', 'kimi'] as const) {
    const { type } = (schemaOf(kind) as unknown as { definitions: { server: { properties: { type: Words } } } })
      .definitions.server.properties;
    assert.match(type.enumDescriptions?.[type.enum.indexOf('sse')] ?? '', /deprecated/, kind);
  }
});

test('each schema is bound to files of its kind, and none to the file that VS Code has a schema for', () => {
  const { contributes } = readJson<{
    readonly contributes: {
      readonly jsonValidation: readonly { readonly fileMatch: string | readonly string[]; readonly url: string }[];
    };
  }>('package.json');
  const ours = contributes.jsonValidation.filter(({ url }) => path.basename(url) in schemaFiles);
  assert.equal(ours.length, Object.keys(schemaFiles).length);
  for (const { fileMatch, url } of ours) {
    for (const pattern of [fileMatch].flat()) {
      const example = pattern.replace('%APP_SETTINGS_HOME%', '/x/User').replace('**/', '/x/').replace('*', 'y');
      assert.equal(kindOfPath(example), schemaFiles[path.basename(url)], pattern);
    }
  }
});
