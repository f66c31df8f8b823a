import { homedir } from 'node:os';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ServerView } from '../../contract/inspector.ts';
import { embeddedFeatures } from '../embedded/features.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../embedded/server.ts';
import type { KimiHost } from '../kimi/model/port.ts';
import { profileNamed } from '../mcpServer/profile.ts';
import type { TapSource } from '../wire/tap.ts';
import type { CoreParts } from './coreParts.ts';
import { type Manifests, createManifests } from './manifests.ts';

interface Embedded {
  readonly server: EmbeddedServer;
  readonly manifests: Manifests;
}

export function createEmbedded(
  { ports, version, setting, kimi, fastPath = true }: CoreParts,
  taps: TapSource,
  listServers: () => readonly ServerView[],
  lifetime: Lifetime,
): Embedded {
  const manifests = createManifests();
  const host = {
    log: ports.log.with({ part: 'embedded' }),
    folders: () => ports.workspace.folders.map(({ path }) => path),
    trusted: () => ports.workspace.trusted,
    env: process.env,
    homeDir: homedir(),
    setting,
    listServers,
    ...(kimi && { kimi }),
  } satisfies Omit<KimiHost, 'lifetime'>;
  const features = { ...embeddedFeatures, toolSources: [manifests.source] };
  const profile = profileNamed('all', version);
  return { manifests, server: lifetime.add(createEmbeddedServer({ profile, parts: features, taps, host, fastPath })) };
}
