import { embeddedServerId } from '../../contract/toolName.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type TapSource, silentTap } from '../wire/tap.ts';
import { FeatureRegistry, type ServerFeatures } from '../mcpServer/handlers/featureRegistry.ts';
import type { ServerHost } from '../mcpServer/host.ts';
import type { OpenInstance } from '../mcpServer/handlers/serverInstance.ts';
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
  // The SDK's server is loaded for the first client: a window that shows a tree, or `switchboard list`, has none.
  const load = async (): Promise<OpenInstance> =>
    (await import('../mcpServer/handlers/serverInstance.ts')).instancesOf({ profile, catalog, host });
  let loading: Promise<OpenInstance> | undefined;
  return {
    profile,
    features: catalog,
    host,
    fastPath,
    openTap: () => taps?.open(embeddedServerId) ?? silentTap,
    open: async (era, connection) => (await (loading ??= load()))(era, connection),
    dispose: () => lifetime.dispose(),
  };
}
