import { l10n } from '../../../../base/l10n.ts';
import { packageOf, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { scriptOf } from '../../model/project.ts';
import { advise, ask, openSource, runInTerminal } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';
import { sourcePlace } from '../../model/sourcePlace.ts';

interface Misuse {
  readonly says: RegExp;
  readonly cause: (...found: readonly string[]) => string;
  readonly advice: (...found: readonly string[]) => string;
  /** What brings the libraries together that do not fit. */
  readonly install?: readonly string[];
}

/** What the SDKs of MCP say to the author of a server, and what it means. */
const misuses: readonly Misuse[] = [
  {
    says: /Server does not support (\w{3,40}) \(required for ([\w/]{3,60})\)/,
    cause: (capability = '', method = '') =>
      l10n.t('The server handles "{0}", but its capabilities do not have "{1}".', method, capability),
    advice: (capability = '') => l10n.t('Add "{0}" to the capabilities of the server.', `${capability}: {}`),
  },
  {
    says: /Cannot register capabilities after connecting to transport/,
    cause: () => l10n.t('The server registers tools, resources or prompts after it has connected, which is too late.'),
    advice: () => l10n.t('Register them before "connect".'),
  },
  {
    says: /\b(Tool|Resource|Prompt)(?: template)? ['"]?([\w.:/-]{1,80})['"]? is already registered/,
    cause: (kind = '', name = '') => l10n.t('The server registers the same name twice: {0} "{1}".', kind, name),
    advice: () => l10n.t('Give each its own name.'),
  },
  {
    says: /Already connected to a transport|Transport already started|already started! If using/,
    cause: () => l10n.t('The server connects one server object twice; each transport needs one of its own.'),
    advice: () => l10n.t('Make a new server object for each connection.'),
  },
  {
    says: /keyValidator\._parse is not a function|reading '_(?:zod|def|parse)'|_zod'\)|Schema is missing a method literal|Schema method literal must be a string|\b\w+\._parse is not a function/,
    cause: () => l10n.t('The server and the SDK of MCP use versions of zod that do not fit together.'),
    advice: () => l10n.t('Use one version of zod that the SDK supports.'),
    install: ['npm', 'install', 'zod@3', '@modelcontextprotocol/sdk@latest'],
  },
  {
    says: /inputSchema must be a Zod schema or raw shape/,
    cause: () => l10n.t('The input schema of a tool is neither a schema of zod nor a set of them.'),
    advice: () => l10n.t('Describe the arguments with zod.'),
  },
  {
    says: /AddTool: tool ['"]?([\w.-]{1,80})['"]?: ([^\n]{3,160})/,
    cause: (name = '', what = '') => l10n.t('The tool "{0}" cannot be added: {1}', name, what),
    advice: () => l10n.t('Correct its schema there.'),
  },
  {
    says: /The @(\w{3,20}) decorator was used incorrectly|Did you forget to call it\? Use @(\w{3,20})\(\)/,
    cause: (name = '') => l10n.t('The decorator "{0}" is used without its brackets.', `@${name}`),
    advice: (name = '') => l10n.t('Write "{0}".', `@mcp.${name}()`),
  },
  {
    says: /ValueError: Unknown transport: ([\w-]{2,40})/,
    cause: (name = '') => l10n.t('The SDK that is installed does not know the transport "{0}".', name),
    advice: () => l10n.t('Use "stdio" there.'),
  },
  {
    says: /Mismatch between URI parameters (\{[^}\n]{0,100}\}|set\(\)) and function parameters (\{[^}\n]{0,100}\}|set\(\))/,
    cause: (uri = '', own = '') =>
      l10n.t('The URI of a resource has the parameters {0}, but its function has {1}.', uri, own),
    advice: () => l10n.t('Give both the same names.'),
  },
  {
    says: /[Ff]unctions with (\*\*?\w{2,10}) are not supported as tools/,
    cause: (what = '') => l10n.t('A tool is a function with "{0}", which the SDK does not support.', what),
    advice: () => l10n.t('Name its parameters one by one.'),
  },
  {
    says: /Unable to resolve service for type '([\w.`<>[\], ]{3,160})' while attempting to activate '([\w.]{3,120})'/,
    cause: (what = '', by = '') => l10n.t('{0} needs the service {1}, which the server does not register.', by, what),
    advice: (what = '') => l10n.t('Register {0} with the services of the host.', what),
  },
  {
    says: /No "exports" main defined in [^\n]{0,300}[/\\]@modelcontextprotocol[/\\]sdk[/\\]package\.json/,
    cause: () =>
      l10n.t(
        'The server imports "{0}" itself, which has only parts such as "{1}".',
        '@modelcontextprotocol/sdk',
        '@modelcontextprotocol/sdk/server/mcp.js',
      ),
    advice: () => l10n.t('Import the part that is needed.'),
  },
];

export const sdkMisused = rule('protocol/misuse', (evidence) => {
  const output = outputOf(evidence);
  const found = misuses.map((each) => ({ each, match: each.says.exec(output) })).find(({ match }) => match !== null);
  if (!found?.match || !stdioOf(evidence) || !(evidence.end || evidence.timedOut)) return undefined;
  const { each, match } = found;
  const groups = match.slice(1).filter((group): group is string => group !== undefined);
  const place = packageOf(evidence) ? undefined : sourcePlace(evidence);
  return {
    cause: each.cause(...groups),
    remedies: [...cures(each, evidence), advise(each.advice(...groups))],
    ...(place && { place: { kind: 'source', file: place.file, line: place.line } }),
    proof: lineAt(output, match.index),
  };
});

/** In the server of the user there is a line to change; one from a registry has other versions. */
function cures({ install }: Misuse, evidence: Evidence): readonly Remedy[] {
  const found = packageOf(evidence);
  if (found) {
    const other = ask(l10n.t('Enter another version'), ['args', found.at], { now: found.name });
    return [...useNewest(evidence), other];
  }
  const place = sourcePlace(evidence);
  const script = scriptOf(evidence);
  const open = place ?? (script === undefined ? undefined : { file: script, line: 1 });
  const folder = open?.file.replace(/[/\\](?:(?:src|build|dist|out|lib)[/\\])?[^/\\]+$/, '');
  return [
    ...(install ? [runInTerminal(l10n.t('Install {0}', install.slice(2).join(' ')), install, folder)] : []),
    ...(open ? [openSource(open.file, open.line)] : []),
  ];
}
