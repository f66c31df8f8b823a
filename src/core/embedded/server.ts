import { embeddedServerId } from '../../contract/toolName.ts';
import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type TapSource, silentTap } from '../wire/tap.ts';
import { FeatureRegistry, type ServerFeatures } from '../mcpServer/handlers/featureRegistry.ts';
import type { ServerHost } from '../mcpServer/host.ts';
import { newInstance } from '../mcpServer/handlers/serverInstance.ts';
import type { Profile } from '../mcpServer/profile.ts';
import type { ServableServer } from '../mcpServer/servableServer.ts';

interface EmbeddedDeps {
  readonly profile: Profile;
  readonly parts: ServerFeatures;
  /** All but the lifetime, which is the server's own. */
  readonly host: Omit<ServerHost, 'lifetime'>;
  readonly taps?: TapSource;
  /** False: every call goes through the SDK. */
  readonly fastPath?: boolean;
}

/** The server itself, without a transport: it is served over a stream, in memory or over HTTP. */
export interface EmbeddedServer extends ServableServer, Disposable {
  readonly profile: Profile;
  readonly features: FeatureRegistry;
  readonly host: ServerHost;
}

export function createEmbeddedServer({
  profile,
  parts,
  host: given,
  taps,
  fastPath = true,
}: EmbeddedDeps): EmbeddedServer {
  const lifetime = new Lifetime();
  const host: ServerHost = { ...given, lifetime };
  const catalog = new FeatureRegistry(parts, profile, host);
  const answers = createRequestStateCodec<Readonly<Record<string, unknown>>>({
    key: randomBytes(32),
    bind: (context) => context.mcpReq.method,
  });
  const deps = { profile, catalog, host, seal: answers.mint, unseal: answers.verify };
  return {
    profile,
    features: catalog,
    host,
    fastPath,
    openTap: () => taps?.open(embeddedServerId) ?? silentTap,
    open: (era, connection) => newInstance(deps, era, connection),
    dispose: () => lifetime.dispose(),
  };
}
