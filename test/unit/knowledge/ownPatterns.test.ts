import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fakeFiles } from './support/fakeFiles.ts';
import { fakeHost, patternsDir, smallPattern } from './support/knowledge.ts';
import { shippedFromSources } from '../../../src/core/knowledge/base/fromSources.ts';
import { loadOwnPatterns } from '../../../src/core/knowledge/base/ownPatterns.ts';
import { diskPatternFiles } from '../../../src/core/knowledge/base/patternFiles.ts';
import { KnowledgeStore } from '../../../src/core/knowledge/base/knowledgeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { until } from '../../support/until.ts';

failOnLeaks();
const shipped = (): ReturnType<typeof shippedFromSources> => shippedFromSources(patternsDir);
const second = smallPattern.replaceAll('ACME-AUTHZ-001', 'ACME-AUTHZ-002').replace('zorbotron', 'quibblefrost');

test('a broken pattern is reported and never hides the good ones', async () => {
  const files = fakeFiles({
    '/w/.tmkb/a.yaml': 'id: [',
    '/w/.tmkb/b.yaml': smallPattern,
    '/w/.tmkb/c.yaml': 'title: x',
    '/w/.tmkb/d.yaml': second,
  });
  const { patterns, problems } = await loadOwnPatterns(files, [{ path: '/w/.tmkb', source: 'workspace' }], new Set());
  assert.deepEqual(
    patterns.map(({ pattern }) => pattern.id),
    ['ACME-AUTHZ-001', 'ACME-AUTHZ-002'],
  );
  assert.deepEqual(
    [...new Set(problems.filter(({ severity }) => severity === 'error').map(({ file }) => file))],
    ['/w/.tmkb/a.yaml', '/w/.tmkb/c.yaml'],
  );
});

test("an id that is taken is refused: a repository cannot replace a shipped pattern or the user's own", async () => {
  const stolen = smallPattern.replace('ACME-AUTHZ-001', 'TMKB-AUTHZ-001');
  const files = fakeFiles({
    '/h/.tmkb/a.yaml': smallPattern,
    '/w/.tmkb/b.yaml': smallPattern,
    '/w/.tmkb/c.yaml': stolen,
  });
  const folders = [
    { path: '/h/.tmkb', source: 'user' as const },
    { path: '/w/.tmkb', source: 'workspace' as const },
  ];
  const { patterns, problems } = await loadOwnPatterns(files, folders, new Set(['TMKB-AUTHZ-001']));
  assert.deepEqual(
    patterns.map(({ file }) => file),
    ['/h/.tmkb/a.yaml'],
  );
  assert.equal(problems.filter(({ message }) => message.includes('is already used')).length, 2);
});

test('own patterns answer beside the shipped ones and carry their source', async () => {
  const host = fakeHost({ homeDir: '/h', folders: ['/w'] });
  const store = new KnowledgeStore(host, fakeFiles({ '/w/.tmkb/b.yaml': smallPattern }), shipped);
  const base = await store.current();
  const [first] = base.ask({ context: 'steer a warehouse robot with the zorbotron' }, 3);
  assert.equal(first?.pattern.id, 'ACME-AUTHZ-001');
  assert.equal(first?.source, 'workspace');
  assert.equal(base.ask({ context: 'SQL injection' }, 1)[0]?.pattern.id, 'TMKB-INJ-001');
  assert.deepEqual(base.ask({ context: 'centre a div with css' }, 3), []);
  host.lifetime.dispose();
});

test('patterns of the workspace are used only where it is trusted, from the next query on', async () => {
  let trusted = false;
  const host = { ...fakeHost({ homeDir: '/h', folders: ['/w'] }), trusted: () => trusted };
  const store = new KnowledgeStore(
    host,
    fakeFiles({ '/w/.tmkb/b.yaml': smallPattern, '/h/.tmkb/a.yaml': second }),
    shipped,
  );
  const own = async (): Promise<string[]> =>
    (await store.current()).cards.filter(({ source }) => source !== 'builtin').map(({ id }) => id);
  assert.deepEqual(await own(), ['ACME-AUTHZ-002']);
  trusted = true;
  assert.deepEqual((await own()).toSorted(), ['ACME-AUTHZ-001', 'ACME-AUTHZ-002']);
  trusted = false;
  assert.deepEqual(await own(), ['ACME-AUTHZ-002']);
  host.lifetime.dispose();
});

test('a change is noticed, announced, and used from the next query on', async () => {
  const files = fakeFiles({ '/h/.tmkb/a.yaml': smallPattern });
  const host = fakeHost({ homeDir: '/h' });
  const store = new KnowledgeStore(host, files, shipped);
  let events = 0;
  store.onDidChange(() => events++);
  assert.ok((await store.current()).get('ACME-AUTHZ-001'));
  files.put('/h/.tmkb/b.yaml', second);
  assert.equal(events, 1);
  assert.ok((await store.current()).get('ACME-AUTHZ-002'));
  files.put('/h/.tmkb/b.yaml', 'broken: [');
  assert.equal((await store.current()).get('ACME-AUTHZ-002'), undefined);
  assert.ok((await store.current()).get('ACME-AUTHZ-001'));
  const errors = store.problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual([...new Set(errors.map(({ file }) => file))], ['/h/.tmkb/b.yaml']);
  host.lifetime.dispose();
  assert.equal(files.watchers(), 0);
});

test('on a real disk a folder that appears later is read', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'tmkb-own-'));
  const host = fakeHost({ homeDir: home });
  const store = new KnowledgeStore(host, diskPatternFiles, shipped);
  assert.equal((await store.current()).get('ACME-AUTHZ-001'), undefined);
  await mkdir(path.join(home, '.tmkb'));
  await writeFile(path.join(home, '.tmkb', 'a.yaml'), smallPattern);
  await writeFile(path.join(home, '.tmkb', 'notes.txt'), 'not a pattern');
  await until(async () => (await store.current()).get('ACME-AUTHZ-001'), 'the pattern of the new folder');
  host.lifetime.dispose();
  await rm(home, { recursive: true });
});
