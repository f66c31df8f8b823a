import type { BrokenSetup } from './setup.ts';

/** As public reports show them; drawn before the rules for them were written. */
export const reportedByOthers4: readonly BrokenSetup[] = [
  {
    name: 'dns',
    url: 'https://mcp.acmee.com/mcp',
    code: 'ENOTFOUND',
    message: 'getaddrinfo ENOTFOUND mcp.acmee.com',
    rule: 'network/host',
    says: /mcp\.acmee\.com/,
    cure: 'ask',
  },
  {
    name: 'self signed',
    url: 'https://nas.local:8443/mcp',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    message: 'self-signed certificate',
    rule: 'network/certificate',
    says: /DEPTH_ZERO_SELF_SIGNED_CERT/,
    cure: 'ask',
  },
];
