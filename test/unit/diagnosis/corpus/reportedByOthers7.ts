import type { BrokenSetup } from './setup.ts';

/** As public reports show them; drawn before the rules for them were written. */
export const reportedByOthers7: readonly BrokenSetup[] = [
  {
    name: 'timeout corp',
    url: 'https://mcp.corp.example.com/mcp',
    code: 'UND_ERR_CONNECT_TIMEOUT',
    message: 'Connect Timeout Error',
    rule: 'network/timeout',
    says: /mcp\.corp\.example\.com/,
    cure: 'ask',
  },
];
