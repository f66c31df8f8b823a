import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SchemaHelp } from '../../../src/core/manifest/editor/schemaHelp.ts';
import { readJson } from '../../support/sources.ts';

const help = new SchemaHelp(readJson('media/schemas/tool-manifest.schema.json'));

/** `|` is the cursor. */
function at(text: string): readonly [string, number] {
  return [text.replace('|', ''), text.indexOf('|')];
}

function labels(text: string): readonly string[] {
  return help.propose(...at(text)).map(({ label }) => label);
}

/** The text with the proposal of this name put in. */
function accept(text: string, label: string): string {
  const [source, offset] = at(text);
  const found = help.propose(source, offset).find((each) => each.label === label);
  assert.ok(found, label);
  return source.slice(0, found.offset) + found.insert + source.slice(found.offset + found.length);
}

test('names of a manifest, a tool and a prompt are proposed where they belong, without those that are there', () => {
  assert.ok(['tools', 'prompts', 'implementation'].every((name) => labels('{ "id": "x", | }').includes(name)));
  assert.ok(!labels('{ "id": "x", | }').includes('id'));
  const tool = labels('{ "tools": [{ "name": "a", | }] }');
  assert.ok(['description', 'inputSchema', 'confirm', 'asks', 'annotations'].every((name) => tool.includes(name)));
  assert.ok(!tool.includes('name') && !tool.includes('tools'));
  assert.ok(labels('{ "prompts": [{ | }] }').includes('template'));
  assert.ok(labels('{ "tools": [{ "annotations": { | } }] }').includes('destructiveHint'));
});

test('a name comes with the beginning of its value, and replaces what is typed', () => {
  assert.equal(accept('{ "tools": [{ "ti|" }] }', 'title'), '{ "tools": [{ "title": "" }] }');
  assert.equal(accept('{ "tools": [{ "mcp|": false }] }', 'mcpExpose'), '{ "tools": [{ "mcpExpose": false }] }');
  assert.equal(accept('{ | }', 'tools'), '{ "tools": [] }');
});

test('values are proposed where the schema names them', () => {
  assert.deepEqual(labels('{ "tools": [{ "asks": | }] }'), ['true', 'false']);
  assert.ok(labels('{ "implementation": { "type": | } }').includes('"internal"'));
});

test('a name is described, and half-typed text harms nothing', () => {
  assert.match(help.describe(...at('{ "tools": [{ "as|ks": true }] }')) ?? '', /questions to the user/);
  assert.equal(help.describe(...at('{ "unknown|": 1 }')), undefined);
  for (const text of ['|', '{|', '{"tools":[{|', '{"tools":[{"name"|', '[[[[|', '"|']) {
    assert.doesNotThrow(() => help.propose(...at(text)), text);
    assert.doesNotThrow(() => help.describe(...at(text)), text);
  }
});
