import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { kimiAnalyze, kimiImplement, kimiRefactor, kimiVerify } from '../../../src/core/kimi/tools/tools.ts';
import type { ServerTool } from '../../../src/core/mcpServer/tool.ts';

type Properties = Record<string, { type: string; description: string; default?: unknown; items?: unknown }>;

function properties(tool: ServerTool): Properties {
  return tool.inputSchema['properties'] as Properties;
}

function described(tool: ServerTool): Record<string, string> {
  return Object.fromEntries(Object.entries(properties(tool)).map(([name, { description }]) => [name, description]));
}

const all = [kimiAnalyze, kimiImplement, kimiRefactor, kimiVerify];

test(`the four tools have the documented names, titles and descriptions${proves('R40', 'R41')}`, () => {
  assert.deepEqual(
    all.map(({ name, title, description }) => [name, title, description]),
    [
      [
        'kimi_analyze',
        'Analyze code with Kimi',
        'Analyze code, files, or text using Kimi K2.5 with a specified analysis role.',
      ],
      ['kimi_implement', 'Implement with Kimi', 'Implement features or fixes autonomously using Kimi K2.5.'],
      ['kimi_refactor', 'Refactor with Kimi', 'Refactor code with safety checks using Kimi K2.5.'],
      ['kimi_verify', 'Verify with Kimi', 'Verify changes against requirements using Kimi K2.5.'],
    ],
  );
});

test(`every parameter has its documented description${proves('R147')}`, () => {
  assert.deepEqual(described(kimiAnalyze), {
    prompt: 'The analysis prompt or question',
    files: 'Optional file paths to include in analysis',
    context: 'Optional additional context',
    role: 'Analysis role (e.g., security, performance)',
  });
  assert.deepEqual(described(kimiImplement), {
    prompt: 'The implementation request',
    files: 'Optional file paths for context',
    constraints: 'Optional implementation constraints',
  });
  assert.deepEqual(described(kimiRefactor), {
    prompt: 'The refactoring request',
    files: 'Files to refactor',
    safety_checks: 'Enable safety checks',
  });
  assert.deepEqual(described(kimiVerify), {
    prompt: 'Verification criteria',
    files: 'Files to verify',
    requirements: 'Requirements to verify against',
  });
});

test(`defaults and types are the documented ones, and only the prompt is required${proves('R42', 'R43', 'R44', 'R45', 'R46')}`, () => {
  assert.equal(properties(kimiAnalyze)['role']?.default, 'general');
  assert.equal(properties(kimiRefactor)['safety_checks']?.default, true);
  assert.equal(properties(kimiRefactor)['safety_checks']?.type, 'boolean');
  for (const name of ['context', 'role']) assert.equal(properties(kimiAnalyze)[name]?.type, 'string');
  assert.equal(properties(kimiImplement)['constraints']?.type, 'string');
  assert.equal(properties(kimiVerify)['requirements']?.type, 'string');
  for (const tool of all) {
    assert.deepEqual(tool.inputSchema['required'], ['prompt']);
    assert.equal(properties(tool)['prompt']?.type, 'string');
    assert.deepEqual(properties(tool)['files']?.items, { type: 'string' });
  }
});

test(`analyze and verify are marked read-only; implement and refactor are marked destructive${proves('R162')}`, () => {
  for (const tool of [kimiAnalyze, kimiVerify]) {
    assert.deepEqual(tool.annotations, { readOnlyHint: true, openWorldHint: true });
  }
  for (const tool of [kimiImplement, kimiRefactor]) {
    assert.equal(tool.annotations?.readOnlyHint, false);
    assert.equal(tool.annotations?.destructiveHint, true);
    assert.equal(tool.annotations?.openWorldHint, true);
  }
});

test(`the output schema names the text, the files, the backend, the time and the usage${proves('R150')}`, () => {
  for (const tool of all) {
    const names = Object.keys(tool.outputSchema?.['properties'] as object);
    assert.deepEqual(names, ['text', 'filesChanged', 'skippedFiles', 'backend', 'durationMs', 'usage']);
    assert.deepEqual(tool.outputSchema?.['required'], names.slice(0, -1));
  }
});

test(`a missing prompt is reported in the documented words, another mistake by its name${proves('R47', 'R151')}`, () => {
  const missing = { path: '', keyword: 'required', params: { missingProperty: 'prompt' }, message: 'x' };
  assert.equal(kimiAnalyze.explain?.([missing], {}), 'Missing required parameter: prompt');
  const wrong = { path: '/files', keyword: 'type', params: { type: 'array' }, message: 'must be array' };
  assert.equal(kimiAnalyze.explain?.([wrong], {}), "Invalid parameter 'files': must be array");
});
