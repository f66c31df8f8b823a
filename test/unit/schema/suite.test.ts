// The required JSON-Schema-Test-Suite of three drafts, for the one checker of forms, tools and manifests.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isRecord } from '../../../src/base/json.ts';
import { SchemaChecker } from '../../../src/base/schema/schemaChecker.ts';
import { checkSchema } from '../../../src/core/manifest/read/checkSchema.ts';
import { assertedFormats, refusedGroups } from './refused.ts';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const drafts = {
  'draft2020-12': '46a228d09a38606cff5a41722ff6ae901aef3f9c455c661d10bbcbef77df20ec',
  'draft2019-09': '3ab67084461050d3bfce0d25339491ab114f572d890f1a55261f6679bdc07e47',
  draft7: '87902ca0c8dfa860510bda386f176d77940383f2f3257c57ea328a75affb5feb',
} as const;

function readDraft(draft: keyof typeof drafts): readonly (readonly [string, readonly Group[]])[] {
  const text = readFileSync(new URL(`../../fixtures/json-schema-test-suite/${draft}.json`, import.meta.url), 'utf8');
  assert.equal(createHash('sha256').update(text).digest('hex'), drafts[draft], `${draft}.json was changed`);
  return Object.entries(JSON.parse(text) as Record<string, readonly Group[]>);
}

/** The tests of draft-07 do not name their dialect, and a schema without one is of 2020-12. */
function schemaOf(draft: string, { schema }: Group): unknown {
  if (draft !== 'draft7' || !isRecord(schema)) return schema;
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...schema };
}

function isRefused(file: string, { description }: Group): boolean {
  return refusedGroups.some((refused) => refused.file === file && (refused.group ?? description) === description);
}

/** An annotation there, an assertion here. */
function isAsserted(file: string, { schema }: Group, draft: string): boolean {
  const format = isRecord(schema) ? schema['format'] : undefined;
  return draft === 'draft2020-12' && file === 'format' && typeof format === 'string' && assertedFormats.has(format);
}

function expected(isAnAssertion: boolean, { description, valid }: Group['tests'][number]): boolean {
  return isAnAssertion && description.includes('only an annotation') ? false : valid;
}

for (const draft of Object.keys(drafts) as (keyof typeof drafts)[])
  for (const [file, groups] of readDraft(draft))
    test(`${draft}/${file} of the JSON-Schema-Test-Suite gives the expected results, and manifests take its schemas`, () => {
      for (const group of groups.filter((each) => !isRefused(file, each))) {
        const schema = schemaOf(draft, group);
        const checker = new SchemaChecker(schema);
        const isAnAssertion = isAsserted(file, group, draft);
        for (const each of group.tests) {
          const { violations, ...rest } = checker.check(each.data);
          const name = `${group.description}: ${each.description}`;
          assert.equal(violations.length === 0, expected(isAnAssertion, each), name);
          assert.deepEqual(rest, { isComplete: true, skipped: undefined }, name);
        }
        assert.deepEqual(checkSchema(schema, []), [], group.description);
      }
    });

test('what is refused on purpose is refused, and nothing is listed that is not in the suite', () => {
  const met = new Set<unknown>();
  for (const draft of Object.keys(drafts) as (keyof typeof drafts)[])
    for (const [file, groups] of readDraft(draft))
      for (const group of groups.filter((each) => isRefused(file, each))) {
        assert.notDeepEqual(checkSchema(schemaOf(draft, group), []), [], `${draft} ${file} ${group.description}`);
        for (const refused of refusedGroups)
          if (refused.file === file && (refused.group ?? group.description) === group.description) met.add(refused);
      }
  assert.equal(met.size, refusedGroups.length);
});
