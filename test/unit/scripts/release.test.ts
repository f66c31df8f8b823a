import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { assertTag, releaseNotes } from '../../../scripts/lib/releaseNotes.mjs';
import { projectRoot } from '../../support/sources.ts';

const changelog = `# Changelog

## Unreleased

- Soon.

## 1.2.0 – 2026-11-17

- Two.
- More.

## 1.1.0

## 1.0.0 (2026-01-01)

- First.
`;

test('the notes of a release are what the changelog says of its version', () => {
  assert.equal(releaseNotes(changelog, '1.2.0'), '- Two.\n- More.\n');
  assert.equal(releaseNotes(changelog, '1.0.0'), '- First.\n');
  assert.equal(releaseNotes(changelog, 'Unreleased'), '- Soon.\n');
});

test('a version that the changelog does not speak of is not released', () => {
  for (const version of ['1.1.0', '1.2', '9.9.9'])
    assert.throws(() => releaseNotes(changelog, version), new RegExp(`says nothing about ${version}`));
});

test('a tag that does not fit the version is refused', () => {
  assertTag('v1.2.0', '1.2.0');
  for (const tag of ['1.2.0', 'v1.2', 'v1.2.1']) assert.throws(() => assertTag(tag, '1.2.0'), /does not fit/);
});

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] }>
  >;
}

test('the workflows run commands that there are, and a release is tested before it is packed', () => {
  const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const stepsOf = (name: string) => {
    const { jobs } = parse(read(`.github/workflows/${name}.yml`)) as Workflow;
    return Object.values(jobs).flatMap(({ steps }) => steps.map(({ run, uses }) => run ?? uses ?? ''));
  };
  for (const name of ['ci', 'release'])
    for (const step of stepsOf(name))
      for (const [, script = ''] of step.matchAll(/npm run (\S+)/g)) assert.ok(script in scripts, script);
  const release = stepsOf('release');
  const at = (part: string): number => release.findIndex((step) => step.includes(part));
  const order = [at('npm test'), at('npm run release'), at('sha256sum'), at('gh release'), at('vsce publish')];
  assert.ok(order[0]! >= 0);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});
