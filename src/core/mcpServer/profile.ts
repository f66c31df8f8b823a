/** Which tools a server offers, and its name. */
export type ProfileName = 'all' | 'kimi' | 'tmkb' | 'tairseach';

export interface Profile {
  readonly name: ProfileName;
  readonly serverInfo: ServerIdentity;
  readonly instructions: string;
  /** Log lines of a call are offered to the client too; the stand-alone profiles keep to their documents, which offer none. */
  readonly logging: boolean;
}

export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly description?: string;
}

export const profileNames = ['all', 'kimi', 'tmkb', 'tairseach'] as const satisfies readonly ProfileName[];

export function profileNamed(name: ProfileName, productVersion: string): Profile {
  return profiles[name](productVersion);
}

const profiles: Readonly<Record<ProfileName, (version: string) => Profile>> = {
  all: (version) => ({
    name: 'all',
    serverInfo: { name: 'mcp-switchboard', title: 'MCP Switchboard', version },
    instructions:
      'MCP Switchboard gives you the Kimi tools (kimi_*), a threat-model knowledge base (tmkb_*), tools that local manifests declare, ' +
      'and switchboard_servers, which tells what other MCP servers this editor manages and how they are. ' +
      'Ask tmkb_query before you write code that authorizes, stores or passes on data.',
    logging: true,
  }),
  kimi: () => ({
    name: 'kimi',
    serverInfo: { name: 'kimi-mcp-server', version: '1.0.0' },
    instructions:
      'Hands a task to Kimi: kimi_analyze to examine code, kimi_implement and kimi_refactor to change it, kimi_verify to check it. ' +
      'Pass file paths; the server reads them.',
    logging: false,
  }),
  tmkb: () => ({
    name: 'tmkb',
    serverInfo: {
      name: 'tmkb',
      version: '0.1.0',
      description: 'Threat Model Knowledge Base - Query authorization security threats',
    },
    instructions:
      'Ask tmkb_query what can go wrong before you write code: it answers with the threat, the check and the fix.',
    logging: false,
  }),
  tairseach: () => ({
    name: 'tairseach',
    serverInfo: { name: 'tairseach', version: '0.1.0' },
    instructions:
      'Tairseach gives you capabilities of this machine through tools that local manifests declare. ' +
      'Each call goes to a service on a local socket; a permission that is missing there is reported in the result.',
    logging: false,
  }),
};
