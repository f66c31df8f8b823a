import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import type { StdioFacts } from '../../model/evidence.ts';
import { refused } from '../http/registration.ts';
import { ask } from '../../model/remedies.ts';

export interface Refusal {
  readonly cause: string;
  readonly remedies: readonly Remedy[];
}

/** The sign-in takes only clients that its operator knows: mcp-remote can be told one, or be given a token. */
export function unregistered(output: string, url: string, launch: StdioFacts): Refusal | undefined {
  const said = (refused.exec(output) ?? redirect.exec(output))?.[0] ?? whileRegistering(output);
  if (said === undefined) return undefined;
  const detail = /HTTP \d{3}/.exec(said)?.[0] ?? /redirect[_ ]uri.*/i.exec(said)?.[0];
  return {
    cause: l10n.t(
      'The sign-in of {0} does not let programs register themselves.',
      detail === undefined ? url : `${url} (${detail})`,
    ),
    remedies: [...withToken(launch), ...withClient(launch)],
  };
}

const redirect = /redirect[_ ]uri[^\n]{0,60}not (?:allowed|registered)/i;

/** The stack says what was tried, where the answer says nothing; an error of the service itself passes. */
function whileRegistering(output: string): string | undefined {
  if (!/^\s+at (?:async )?registerClient /m.test(output) || /HTTP 5\d\d/.test(output)) return undefined;
  return /HTTP 4\d\d/.exec(output)?.[0] ?? '';
}

/** It puts variables into the value itself, so that the token stands nowhere else. */
function withToken({ args }: StdioFacts): readonly Remedy[] {
  if (!isRemote(args) || args.includes('--header')) return [];
  const variable = 'AUTH_TOKEN';
  const value = [...args, '--header', `Authorization: Bearer \${${variable}}`];
  return [
    {
      text: l10n.t('Ask for {0} and keep it in secret storage', variable),
      cure: { kind: 'addInput', variable, also: [{ path: ['args'], value }] },
    },
  ];
}

function withClient({ args }: StdioFacts): readonly Remedy[] {
  const option = '--static-oauth-client-info';
  if (!isRemote(args) || args.includes(option)) return [];
  return [
    ask(l10n.t('Enter the client ID that its operator gave you'), ['args', args.length + 1], {
      now: '{"client_id": ""}',
      also: [{ path: ['args', args.length], value: option }],
    }),
  ];
}

function isRemote(args: readonly string[]): boolean {
  return args.some((arg) => /^mcp-remote(?:@|$)/.test(arg));
}

/** The credential that the bridge sends, or the lack of one. */
export function deniedHeader(output: string, url: string, { args }: StdioFacts): Refusal | undefined {
  const at = args.indexOf('--header') + 1;
  const [, name, scheme = '', rest = ''] = /^([^:]+):\s*(\w*)\s*(.*)/.exec(at > 0 ? (args[at] ?? '') : '') ?? [];
  const denied = /(?:HTTP|status code|[Cc]lient error) ['(]?(40[13])\b|(?:invalid_token|Unauthorized|Forbidden)/.exec(
    output,
  );
  if (!denied) return undefined;
  const status = denied[1] ?? 401;
  if (name === undefined)
    return { cause: l10n.t('{0} requires a sign-in, which did not succeed (HTTP {1}).', url, status), remedies: [] };
  const isEmpty = /^(?:Bearer|Basic|Token|)$/i.test(scheme) && /^(?:undefined|null|None)?$/.test(rest.trim());
  return {
    cause: isEmpty
      ? l10n.t('There is no token behind "{0}" in the header "{1}".', scheme, name)
      : l10n.t('{0} does not accept the header "{1}" that the bridge sends (HTTP {2}).', url, name, status),
    remedies: [
      ask(l10n.t('Enter another value for {0}', name), ['args', at], {
        prefix: `${name}: ${isEmpty && scheme !== '' ? `${scheme} ` : ''}`,
      }),
    ],
  };
}
