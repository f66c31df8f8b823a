import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { tmkbGet } from '../../../src/core/knowledge/tools/getTool.ts';
import { tmkbList } from '../../../src/core/knowledge/tools/listTool.ts';
import type { PatternList } from '../../../src/core/knowledge/tools/listArguments.ts';
import type { ValidationReport } from '../../../src/core/knowledge/tools/runValidate.ts';
import { tmkbValidate } from '../../../src/core/knowledge/tools/validateTool.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { type HostOptions, call, smallPattern, textOf } from './support/knowledge.ts';

failOnLeaks();
let root: string;
before(async () => void (root = await mkdtemp(path.join(tmpdir(), 'tmkb-tools-'))));
after(() => rm(root, { recursive: true }));

const host = (trusted = true): HostOptions => ({
  homeDir: path.join(root, 'home'),
  folders: [path.join(root, 'work')],
  trusted,
});

async function errorOf(tool: Parameters<typeof call>[0], args: Record<string, unknown>, on = host()): Promise<string> {
  const { outcome } = await call(tool, args, on);
  assert.equal(outcome.isError, true, textOf(outcome));
  return textOf(outcome);
}

test(`tmkb_get gives one pattern whole, whatever the case of its id${proves('R141')}`, async () => {
  for (const id of ['TMKB-AUTHZ-001', ' tmkb-authz-001 ']) {
    const { outcome } = await call(tmkbGet, { id }, host());
    const whole = outcome.structuredContent as Record<string, unknown>;
    assert.equal(whole['id'], 'TMKB-AUTHZ-001');
    assert.equal(whole['source'], 'builtin');
    assert.ok(Array.isArray(whole['examples']) && Array.isArray(whole['invariants']));
    assert.deepEqual(JSON.parse(textOf(outcome)), whole);
  }
});

test('tmkb_get reports what is wrong with its id', async () => {
  assert.equal(await errorOf(tmkbGet, {}), 'id parameter is required');
  assert.equal(await errorOf(tmkbGet, { id: 5 }), 'id must be a string');
  assert.equal(await errorOf(tmkbGet, { id: '  ' }), 'id must be non-empty');
  assert.match(
    await errorOf(tmkbGet, { id: 'TMKB-AUTHZ-999' }),
    /^Unknown pattern 'TMKB-AUTHZ-999'\. Near it: TMKB-AUTHZ-001/,
  );
  assert.equal(await errorOf(tmkbGet, { id: '__proto__' }), "Unknown pattern '__PROTO__'. tmkb_list names all ids");
  assert.match(await errorOf(tmkbGet, { id: 'x'.repeat(101) }), /^Unknown pattern/);
  assert.equal(await errorOf(tmkbGet, { id: 'x', y: 1 }), "Unknown parameter 'y'. Supported parameters: id");
});

const list = async (args: Record<string, unknown>): Promise<PatternList> =>
  (await call(tmkbList, args, host())).outcome.structuredContent as PatternList;

test(`tmkb_list filters by category, language and CWE, and goes on where it stopped${proves('R141')}`, async () => {
  const all = await list({ limit: 500 });
  assert.equal(all.total, all.pattern_count);
  assert.ok(all.total >= 100);
  assert.ok((await list({ category: 'mcp' })).patterns.every(({ category }) => category === 'mcp'));
  assert.ok((await list({ cwe: 'CWE-918' })).patterns.every(({ cwe }) => cwe.includes('CWE-918')));
  assert.deepEqual(await list({ cwe: '918' }), await list({ cwe: 'cwe-918' }));
  const forPython = await list({ language: 'python', limit: 500 });
  assert.ok(!forPython.patterns.some(({ id }) => id === 'TMKB-MEM-001'));
  const pages = [await list({ limit: 100 }), await list({ limit: 100, offset: 100 })];
  assert.equal(pages[0]?.next_offset, 100);
  assert.equal(new Set(pages.flatMap(({ patterns }) => patterns.map(({ id }) => id))).size, Math.min(200, all.total));
});

test('tmkb_list reports what is wrong with its filters', async () => {
  assert.match(
    await errorOf(tmkbList, { category: 'x' }),
    /^Invalid category 'x'\. Supported categories: authorization, /,
  );
  assert.match(await errorOf(tmkbList, { language: 'x' }), /^Invalid language 'x'\. Supported languages: python, /);
  assert.equal(await errorOf(tmkbList, { cwe: 'x' }), "Invalid cwe 'x'. Give a number such as 'CWE-639'");
  assert.equal(await errorOf(tmkbList, { limit: 0 }), "Invalid limit '0'. Supported values: 1 to 500");
  assert.equal(await errorOf(tmkbList, { offset: -1 }), "Invalid offset '-1'. Supported values: 0 to 1000000");
  assert.match(await errorOf(tmkbList, { z: 1 }), /^Unknown parameter 'z'/);
});

const validate = async (args: Record<string, unknown>, on = host()): Promise<ValidationReport> =>
  (await call(tmkbValidate, args, on)).outcome.structuredContent as ValidationReport;

test('tmkb_validate accepts a good pattern and says what would make it better', async () => {
  const report = await validate({ content: smallPattern });
  assert.equal(report.valid, true);
  assert.equal(report.id, 'ACME-AUTHZ-001');
  assert.ok((report.line_tokens ?? 0) < 100);
  assert.ok(report.warnings.length > 0);
});

test(`tmkb_validate names each fault with its line${proves('R141')}`, async () => {
  const report = await validate({ content: smallPattern.replace('severity: high', 'severity: awful\nsurprise: 1') });
  assert.equal(report.valid, false);
  assert.deepEqual(report.errors.map(({ line, message }) => [line, message]).toSorted(), [
    [4, 'severity must be one of critical, high, medium, low'],
    [5, "unknown field 'surprise'"],
  ]);
});

test('tmkb_validate reads files of the workspace and of the own folder, and nothing else', async () => {
  const files = { inside: 'work/.tmkb/a.yaml', own: 'home/.tmkb/b.yaml', outside: 'other/c.yaml', text: 'work/d.txt' };
  for (const file of Object.values(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), smallPattern);
  }
  await symlink(path.join(root, files.outside), path.join(root, 'work/link.yaml'));
  assert.equal((await validate({ path: path.join(root, files.inside) })).valid, true);
  assert.equal((await validate({ path: '.tmkb/a.yaml' })).valid, true);
  assert.equal((await validate({ path: path.join(root, files.own) })).valid, true);
  for (const file of [files.outside, files.text, 'work/link.yaml', 'work/../other/c.yaml', 'work/absent.yaml', 'work'])
    assert.match(await errorOf(tmkbValidate, { path: path.join(root, file) }), /^Cannot read '/, file);
  assert.match(await errorOf(tmkbValidate, { path: path.join(root, files.inside) }, host(false)), /^Cannot read '/);
});

test('tmkb_validate needs one of content and path', async () => {
  assert.equal(await errorOf(tmkbValidate, {}), 'content or path parameter is required');
  assert.equal(await errorOf(tmkbValidate, { content: 'a', path: 'b' }), 'Give either content or path, not both');
  assert.equal(await errorOf(tmkbValidate, { content: 1 }), 'content must be a string');
  assert.equal(await errorOf(tmkbValidate, { path: 1 }), 'path must be a string');
  assert.equal(await errorOf(tmkbValidate, { content: ' ' }), 'content must be non-empty');
  assert.equal(await errorOf(tmkbValidate, { path: '' }), 'path must be non-empty');
  assert.match(await errorOf(tmkbValidate, { content: 'a', z: 1 }), /^Unknown parameter 'z'/);
});
