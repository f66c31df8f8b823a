import { isIP } from 'node:net';

/**
 * Where an address leads. `closed` is what no request of ours has any business with: link-local addresses, behind
 * which clouds give out credentials, unspecified, multicast and reserved ones.
 */
export type Network = 'public' | 'private' | 'loopback' | 'closed';

type Range = readonly [prefix: string, bits: number, network: Network];

const ranges4: readonly Range[] = [
  ['127.0.0.0', 8, 'loopback'],
  ['10.0.0.0', 8, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['100.64.0.0', 10, 'private'], // shared by the customers of a provider
  ['0.0.0.0', 8, 'closed'],
  ['169.254.0.0', 16, 'closed'],
  ['192.0.0.0', 24, 'closed'],
  ['192.0.2.0', 24, 'closed'],
  ['198.18.0.0', 15, 'closed'],
  ['198.51.100.0', 24, 'closed'],
  ['203.0.113.0', 24, 'closed'],
  ['224.0.0.0', 3, 'closed'],
];

const ranges6: readonly Range[] = [
  ['::1', 128, 'loopback'],
  ['fc00::', 7, 'private'],
  ['fec0::', 10, 'private'],
  ['::', 128, 'closed'],
  ['fe80::', 10, 'closed'],
  ['ff00::', 8, 'closed'],
  ['100::', 64, 'closed'],
  ['2001::', 32, 'closed'], // Teredo: an IPv4 address is in it, masked
  ['2001:db8::', 32, 'closed'],
  ['64:ff9b:1::', 48, 'closed'], // a translator of the local network
];

/** IPv6 addresses that lead to the IPv4 address in them, and how many bits come before it. */
const carriers: readonly (readonly [prefix: string, bits: number])[] = [
  ['::ffff:0:0', 96], // mapped
  ['::ffff:0:0:0', 96], // translated
  ['64:ff9b::', 96], // NAT64
  ['2002::', 16], // 6to4
  ['::', 96], // compatible
];

/** Of an IP address as text, as DNS and URLs have it; anything else is `closed`. */
export function networkOf(address: string): Network {
  const plain = address.replace(/^\[|\]$|%.*$/g, '');
  const family = isIP(plain);
  if (family === 4) return networkOf4(bits4(plain));
  return family === 6 ? networkOf6(bits6(plain)) : 'closed';
}

function networkOf4(address: bigint): Network {
  return ranges4.find(([prefix, bits]) => starts(address, bits4(prefix), bits, 32))?.[2] ?? 'public';
}

function networkOf6(address: bigint): Network {
  const own = ranges6.find(([prefix, bits]) => starts(address, bits6(prefix), bits, 128));
  if (own) return own[2];
  const carrier = carriers.find(([prefix, bits]) => starts(address, bits6(prefix), bits, 128));
  return carrier ? networkOf4((address >> BigInt(96 - carrier[1])) & 0xffff_ffffn) : 'public';
}

function starts(address: bigint, prefix: bigint, bits: number, size: number): boolean {
  const rest = BigInt(size - bits);
  return address >> rest === prefix >> rest;
}

function bits4(text: string): bigint {
  return text.split('.').reduce((all, part) => (all << 8n) | BigInt(part), 0n);
}

function bits6(text: string): bigint {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(text)?.[0];
  const hex = dotted === undefined ? text : text.replace(dotted, groupsOf(bits4(dotted)));
  const [head = [], tail] = hex.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : [];
  return [...head, ...zeros, ...(tail ?? [])].reduce((all, part) => (all << 16n) | BigInt(`0x${part}`), 0n);
}

function groupsOf(address: bigint): string {
  return `${(address >> 16n).toString(16)}:${(address & 0xffffn).toString(16)}`;
}

/** Names that no DNS of the internet answers: by their form they are of this machine, or of its network. */
const localNames = /^[^.]+$|\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** What a host says about itself, without a look-up: `undefined` for a name of the internet, which may lead anywhere. */
export function networkOfHost(hostname: string): Network | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('[') || isIP(name) !== 0) return networkOf(name);
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  return localNames.test(name) ? 'private' : undefined;
}
