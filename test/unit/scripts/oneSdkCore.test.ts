import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { oneSdkCore } from '../../../scripts/lib/oneSdkCore.mjs';
import { repoRoot } from '../../../scripts/lib/paths.mjs';

const both = `export { Client, ProtocolError } from '@modelcontextprotocol/client';
export { Server, ProtocolError as ServersError } from '@modelcontextprotocol/server';`;

async function bundled(isShared: boolean): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: both, resolveDir: repoRoot },
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    plugins: isShared ? [oneSdkCore(repoRoot)] : [],
  });
  return outputFiles[0]?.text ?? '';
}

test('what client and server of the SDK have in common is in a bundle once, and works', async () => {
  const [once, twice] = await Promise.all([bundled(true), bundled(false)]);
  assert.ok(once.length < twice.length - 40_000, `${once.length} bytes, without sharing ${twice.length}`);
  const sdk = (await import(`data:text/javascript,${encodeURIComponent(once)}`)) as Record<string, unknown>;
  assert.equal(sdk['ProtocolError'], sdk['ServersError']);
  assert.equal(typeof sdk['Client'], 'function');
});
