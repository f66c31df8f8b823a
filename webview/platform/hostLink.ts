import type { HostContract } from '../../src/protocol/inspector.ts';
import type { Peer } from '../../src/protocol/peer.ts';

/** How a page asks the host: all that models need of the peer, so that a test can answer in its place. */
export type HostLink = Pick<Peer<HostContract>, 'request'>;
