import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { openSource } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';
import { sourceFile } from '../../model/sourcePlace.ts';

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
    starts: /\.(?:connect|start|listen|serve)\(|export (?:default|const|function|\{)|module\.exports/,
    call: 'server.connect(transport)',
  },
];
/** What is read of a file; of a longer one the end is not known. */
const longestHead = 2_000;

/** The source says what a server that ends without a word forgot. */
export const neverStarted = rule('crash/never-started', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || evidence.end?.code !== 0 || outputOf(evidence).trim() !== '') return undefined;
  const file = scriptOf(evidence);
  const head = file === undefined ? '' : evidence.machine.head(file);
  const sdk = sdks[file?.endsWith('.py') ? 0 : 1];
  if (file === undefined || !sdk || head === '' || head.length >= longestHead) return undefined;
  if (!sdk.makes.test(head) || sdk.starts.test(head)) return undefined;
  const line = head.slice(0, sdk.makes.exec(head)?.index ?? 0).split('\n').length;
  return {
    cause: l10n.t('{0} makes a server, but never starts it: "{1}" is missing.', file, sdk.call),
    remedies: [openSource(file, line)],
    place: { kind: 'source', file, line },
  };
});

/** The file that the entry runs, where it is a script. */
export function scriptOf(evidence: Evidence): string | undefined {
  const name = stdioOf(evidence)?.args.find((arg) => /\.(?:[cm]?[jt]s|py)$/.test(arg));
  return name === undefined ? undefined : sourceFile(name, evidence);
}
