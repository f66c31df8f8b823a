// Nothing that a sign-in exchanges may be found anywhere else: every sink is searched for the values that were used.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import type { Core } from '../../src/core/app/core.ts';
import { exportFormats, exportText } from '../../src/core/traffic/export/exportTraffic.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import type { FakeStore } from '../support/fakeStore.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { openGuarded } from './support/guardedCore.ts';
import { type OidcOptions, startOidcFixture } from './support/oidcFixture.ts';

failOnLeaks();

/** All that can leave the core: rows, exports, the recording, lists of servers, sign-in views. */
async function sinksOf(core: Core, folder: string): Promise<Readonly<Record<string, string>>> {
  const sinks: Record<string, string> = {};
  for (const format of exportFormats) {
    sinks[format] = '';
    for await (const part of exportText(core.traffic, { format, version: '0' })) sinks[format] += part;
  }
  const recording = path.join(folder, 'all.mcptrace');
  await writeRecording(core.traffic, recording, { product: 'test', created: 0 });
  sinks['recording'] = readFileSync(recording, 'utf8');
  sinks['servers'] = JSON.stringify(core.snapshot.value);
  sinks['signIn'] = JSON.stringify(await core.signIn('guarded'));
  sinks['output'] = JSON.stringify(core.log('guarded'));
  return sinks;
}

const worlds: readonly (readonly [string, OidcOptions])[] = [
  ['bearer tokens', {}],
  ['tokens that are bound to a key', { dpop: true }],
];

for (const [what, options] of worlds) {
  test(`with ${what} no token, code, verifier or secret of a sign-in is in any sink`, async () => {
    await using fixture = await startOidcFixture(options);
    await using opened = await openGuarded(fixture.url);
    const { core, fake, folder, lines } = opened;
    await core.server('guarded').callTool('open', {});
    fixture.expire();
    await core.server('guarded').callTool('open', {});
    fixture.scopes.add('extra');
    await core.server('guarded').callTool('open', {});
    fixture.neverContent();
    const failure: unknown = await core
      .server('guarded')
      .callTool('open', {})
      .catch((error: unknown) => error);
    const sinks: Record<string, string> = {
      ...(await sinksOf(core, folder)),
      log: lines.join('\n'),
      store: (fake.store as FakeStore).text,
      fault: JSON.stringify(Fault.from(failure).toShape()),
    };
    assert.ok(fixture.secrets.size >= 12, `${fixture.secrets.size} values`);
    assert.match(sinks['recording'] ?? '', /sign-in: token/);
    for (const [sink, text] of Object.entries(sinks))
      for (const secret of fixture.secrets) assert.ok(!text.includes(secret), `${sink}: ${secret}`);
  });
}
