import { localServer } from '../../protocol/toolName.ts';
import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type TapSource, silentTap } from '../traffic/tap.ts';
import { Catalog, type EmbeddedParts } from './catalog.ts';
import type { EmbeddedHost } from './host.ts';
import { newInstance } from './instance.ts';
import type { Profile } from './profile.ts';
import type { Served } from './served.ts';

export interface EmbeddedDeps {
  readonly profile: Profile;
  readonly parts: EmbeddedParts;
  /** All but the lifetime, which is the server's own. */
  readonly host: Omit<EmbeddedHost, 'life'>;
  readonly taps?: TapSource;
}

/** The server itself. Faces carry it to clients: a stream, memory, HTTP. */
export interface EmbeddedServer extends Served, Disposable {
  readonly profile: Profile;
  readonly catalog: Catalog;
  readonly host: EmbeddedHost;
}

export const embeddedServerId = localServer;

export function createEmbeddedServer({ profile, parts, host: given, taps }: EmbeddedDeps): EmbeddedServer {
  const life = new Lifetime();
  const host: EmbeddedHost = { ...given, life };
  const catalog = new Catalog(parts, profile, host);
  const answers = createRequestStateCodec<Readonly<Record<string, unknown>>>({
    key: randomBytes(32),
    bind: (context) => context.mcpReq.method,
  });
  const deps = { profile, catalog, host, seal: answers.mint, unseal: answers.verify };
  return {
    profile,
    catalog,
    host,
    openTap: () => taps?.open(embeddedServerId) ?? silentTap,
    open: (era, connection) => newInstance(deps, era, connection),
    dispose: () => life.dispose(),
  };
}
