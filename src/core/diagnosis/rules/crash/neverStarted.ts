import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, openSource } from '../../model/remedies.ts';
import { type Finding, rule } from '../../model/rule.ts';
import { scriptOf } from '../../model/project.ts';

interface Sdk {
  readonly makes: RegExp;
  readonly starts: RegExp;
  readonly call: string;
}

/** How the SDKs make a server, and what starts it. */
const sdks: readonly Sdk[] = [
  {
    makes: /\b(?:FastMCP|MCPServer|Server)\(/,
    starts: /\.run\w*\(|stdio_server|asyncio\.run|\bmain\(\)\s*$|import \w+ as|from \./m,
    call: 'mcp.run()',
  },
  {
    makes: /\bnew (?:McpServer|Server|FastMCP)\(/,
    starts: /\.(?:connect|start|listen|serve)\(/,
    call: 'server.connect(transport)',
  },
];
/** What is read of a file; of a longer one the end is not known. */
const longestHead = 2_000;

/** The source says what a server that ends without a word forgot. */
export const neverStarted = rule('crash/never-started', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || evidence.end?.code !== 0) return undefined;
  const file = scriptOf(evidence);
  const head = file === undefined ? '' : evidence.machine.head(file);
  if (file?.endsWith('.go')) return undefined;
  const sdk = sdks[file?.endsWith('.py') ? 0 : 1];
  if (file === undefined || !sdk || head === '' || head.length >= longestHead) return undefined;
  if (sdk.starts.test(head)) return undefined;
  if (!sdk.makes.test(head)) return isWhole(head) ? noServer(file) : undefined;
  const line = head.slice(0, sdk.makes.exec(head)?.index ?? 0).split('\n').length;
  return {
    cause: l10n.t('{0} makes a server, but never starts it: "{1}" is missing.', file, sdk.call),
    remedies: [openSource(file, line)],
    place: { kind: 'source', file, line },
    // What it exports, another program may start.
    isCertain: !/^\s*export |module\.exports/m.test(head),
  };
});

/** Whatever it imports of its own may start the server. */
function isWhole(head: string): boolean {
  return (
    !/^\s*(?:from \w*\.|import\s*\(|import .* from ['"]\.|require\(['"]\.|import ['"]\.)/m.test(head) &&
    !/\b(?:exec|spawn|runpy|subprocess)\b/.test(head)
  );
}

function noServer(file: string): Finding {
  return {
    cause: l10n.t('{0} does its work and ends: it never starts an MCP server.', file),
    remedies: [
      openSource(file, 1),
      advise(l10n.t('Make a server of an SDK of MCP there, and let it run until its stdin is closed.')),
    ],
    place: { kind: 'source', file, line: 1 },
    isCertain: false,
  };
}
