// The tools of real servers from npm, under names that cannot clash.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNested } from '../../../scripts/lib/install.mjs';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';
import { manage, real } from '../../integration/serversSupport.ts';

const scope = '@modelcontextprotocol';
const servers: Readonly<Record<string, () => ReturnType<typeof real>>> = {
  everything: () => real(`${scope}/server-everything/dist/index.js`, ['stdio']),
  filesystem: () => real(`${scope}/server-filesystem/dist/index.js`, [mkdtempSync(join(tmpdir(), 'bench-files-'))]),
  memory: () => real(`${scope}/server-memory/dist/index.js`),
  thinking: () => real(`${scope}/server-sequential-thinking/dist/index.js`),
  github: () => real(`${scope}/server-github/dist/index.js`, [], { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' }),
  map: () => real(`${scope}/server-map/dist/index.js`, ['--stdio']),
  chart: () => real('@antv/mcp-server-chart/build/index.js'),
  notion: () => real('@notionhq/notion-mcp-server/bin/cli.mjs'),
  context7: () => real('@upstash/context7-mcp/dist/index.js'),
  eslint: () => real('@eslint/mcp/src/mcp-cli.js'),
  hello: () => real('mcp-hello-world/build/stdio.js'),
};

export async function realTools(): Promise<ToolDefinition[]> {
  await ensureNested(join(repoRoot, 'test/fixtures/servers'));
  const found: ToolDefinition[] = [];
  for (const [name, launch] of Object.entries(servers)) {
    await using subject = manage(launch());
    await subject.server.start();
    // A title would hide the name that the tool is picked by.
    const named = subject.server.tools.value.map(({ name: tool, inputSchema }) => ({
      name: `${name}.${tool}`,
      inputSchema,
    }));
    found.push(...named);
  }
  return found;
}
