import type { HostContract } from '../../src/contract/inspector.ts';
import type { Peer } from '../../src/contract/rpc/peer.ts';

/** How a page sends requests to the host: all that models need of the peer, so that a test can replace it. */
export type HostLink = Pick<Peer<HostContract>, 'request'>;
