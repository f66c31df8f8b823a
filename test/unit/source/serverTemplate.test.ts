import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { registrationsIn } from '../../../src/core/source/registration.ts';
import { addLaunch, serverFromTemplate } from '../../../src/core/source/serverTemplate.ts';
import { projectRoot } from '../../support/sources.ts';

const folder = path.join(projectRoot, 'media/templates');

for (const language of ['typescript', 'python'] as const)
  for (const transport of ['stdio', 'http'] as const)
    test(`a new server in ${language} over ${transport} has sources, checks and an entry that are read`, async () => {
      const options = { language, transport, name: 'demo', isWindows: false };
      const { files, main, body, launch, start } = await serverFromTemplate(folder, options);
      const [registration] = registrationsIn(main, files.get(main) ?? '');
      assert.equal(registration?.name, 'add');
      const { checkFile, problems } = readCheckFile('demo.mcptest.json', files.get('demo/demo.mcptest.json') ?? '');
      assert.deepEqual([checkFile?.server, checkFile?.checks.length, problems], ['demo', 2, []]);
      const config = parseConfig(JSON.stringify({ servers: { demo: body } }), 'vscode', '/w/.vscode/mcp.json');
      assert.deepEqual([config.problems, config.servers.length], [[], 1]);
      assert.deepEqual([launch === undefined, start === undefined], [transport === 'http', transport === 'stdio']);
      assert.ok([...files.values()].every((text) => !text.includes('{{')));
    });

test('a configuration is added to launch.json, which keeps its comments', () => {
  const launch = { type: 'mcp', name: 'Debug demo' };
  assert.deepEqual(JSON.parse(addLaunch(undefined, launch) ?? ''), { version: '0.2.0', configurations: [launch] });
  const before = '{\n  // mine\n  "configurations": [\n    { "type": "node" }\n  ]\n}\n';
  const after = addLaunch(before, launch) ?? '';
  assert.match(after, /\/\/ mine/);
  assert.match(after, /\{ "type": "node" \},\s+\{\s+"type": "mcp"/);
  assert.match(addLaunch('{}', launch) ?? '', /"configurations": \[/);
  assert.equal(addLaunch('{ broken', launch), undefined);
  assert.equal(addLaunch('{"configurations": 7}', launch), undefined);
});
