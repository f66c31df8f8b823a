import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedTools } from '../../../src/core/embedded/tools.ts';
import { readJson } from '../../support/sources.ts';

interface ContributedTool {
  readonly name: string;
  readonly toolReferenceName: string;
  readonly modelDescription: string;
  readonly inputSchema: unknown;
  readonly when: string;
}

const { contributes } = readJson<{
  contributes: { readonly languageModelTools: readonly ContributedTool[] };
}>('package.json');
const contributed = contributes.languageModelTools;

test('every fixed tool of the embedded server is contributed, with the schema that MCP clients see', () => {
  assert.deepEqual(
    contributed.map(({ name, inputSchema }) => ({ name, inputSchema })),
    embeddedTools.map(({ name, inputSchema }) => ({ name, inputSchema })),
  );
});

test('a description begins as the one that MCP clients see, and adds search terms', () => {
  for (const { name, modelDescription } of contributed) {
    const { description = '' } = embeddedTools.find((tool) => tool.name === name) ?? {};
    assert.ok(modelDescription.startsWith(`${description} `), name);
    assert.ok(modelDescription.length > description.length + 30, name);
  }
});

test('an agent can find every tool by its name and by its reference name: they are one, and unique', () => {
  assert.deepEqual(
    contributed.filter(({ name, toolReferenceName }) => name !== toolReferenceName),
    [],
  );
  assert.equal(new Set(contributed.map(({ name }) => name)).size, contributed.length);
  for (const { name } of contributed) assert.match(name, /^(?!copilot_|vscode_)[\w-]+$/);
});

test('no tool is contributed in an untrusted workspace, or when the user exposes tools in another way', () => {
  for (const { name, when } of contributed)
    assert.equal(when, "isWorkspaceTrusted && config.mcpSwitchboard.agents.exposeAs == 'tools'", name);
});
