// Nothing that a sign-in exchanges may be found anywhere else: every sink is searched for the values that were used.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import type { Core } from '../../src/core/app/core.ts';
import { exportFormats, exportText } from '../../src/core/traffic/export/exportTraffic.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import { serverReport } from '../../src/core/app/serverReport.ts';
import type { FakeStore } from '../support/fakeStore.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { openGuarded } from './support/guardedCore.ts';
import { startEnterpriseFixture } from './support/enterpriseFixture.ts';
import { type OidcFixture, type OidcOptions, startOidcFixture } from './support/oidcFixture.ts';

failOnLeaks();

/** All that can leave the core: exports (HAR too), the recording, views, history, health, the report for an issue. */
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
  sinks['calls'] = JSON.stringify(core.calls.views.value);
  sinks['health'] = JSON.stringify(await core.health('guarded'));
  sinks['report'] = serverReport(core, 'guarded', 'test');
  return sinks;
}

/** A call of the user, which goes into the history. */
async function callByUser(core: Core, call: string): Promise<void> {
  core.calls.run({ call, server: 'guarded', tool: 'open', args: {} });
  await until(() => core.calls.get(call)?.state.kind !== 'running', 'the end of the call');
}

interface World extends AsyncDisposable {
  readonly guarded: OidcFixture;
  readonly services: readonly OidcFixture[];
  readonly oauth?: object;
}

async function oneService(options: OidcOptions): Promise<World> {
  const guarded = await startOidcFixture(options);
  return { guarded, services: [guarded], [Symbol.asyncDispose]: () => guarded[Symbol.asyncDispose]() };
}

async function enterprise(): Promise<World> {
  const fixture = await startEnterpriseFixture();
  return { ...fixture, services: [fixture.identity, fixture.guarded] };
}

const worlds: Readonly<Record<string, () => Promise<World>>> = {
  'bearer tokens': () => oneService({}),
  'tokens that are bound to a key': () => oneService({ dpop: true }),
  'an identity provider': enterprise,
};

for (const [what, start] of Object.entries(worlds)) {
  test(`with ${what} no token, code, verifier, assertion or secret of a sign-in is in any sink`, async () => {
    await using world = await start();
    const { guarded, services, oauth } = world;
    const more = { core: { keepsCalls: true }, ...(oauth && { oauth }) };
    await using opened = await openGuarded(guarded.url, ['guarded'], more);
    const { core, fake, folder, lines } = opened;
    await callByUser(core, 'first');
    assert.equal(core.calls.get('first')?.state.kind, 'done');
    guarded.expire();
    await callByUser(core, 'after it expired');
    guarded.scopes.add('extra');
    await callByUser(core, 'with more permissions');
    guarded.neverContent();
    const failure: unknown = await core
      .server('guarded')
      .callTool('open', {})
      .catch((error: unknown) => error);
    const secrets = new Set(services.flatMap((service) => Array.from(service.secrets)));
    const sinks: Record<string, string> = { ...(await sinksOf(core, folder)) };
    await core.reset('guarded', ['signIn']);
    Object.assign(sinks, {
      afterSignOut: JSON.stringify(await core.signIn('guarded')),
      log: lines.join('\n'),
      store: (fake.store as FakeStore).text,
      fault: JSON.stringify(Fault.from(failure).toShape()),
    });
    assert.ok(secrets.size >= 12, `${secrets.size} values`);
    assert.match(sinks['recording'] ?? '', /sign-in: token/);
    assert.match(sinks['store'] ?? '', /"open"/, 'the history');
    for (const [sink, text] of Object.entries(sinks))
      for (const secret of secrets) assert.ok(!text.includes(secret), `${sink}: ${secret}`);
  });
}
