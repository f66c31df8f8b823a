import { l10n } from '../../../../base/l10n.ts';
import type { EntryPath } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** A server that makes the address itself looks for a host named "https". */
export const schemeTwice = outputRule(
  'network/scheme-twice',
  [
    /(?:ENOTFOUND|EAI_AGAIN|dial tcp: lookup|resolve host:?|Failed to resolve|UnknownHostException:) '?(https?)(?![\w.-])/,
    /(https?):\/\/(?:https?:?)\/\//,
    /host='(https?)'/,
  ],
  ([, scheme = 'https'], evidence) => {
    const found = addressIn(evidence);
    if (!stdioOf(evidence) || !found) return undefined;
    const bare = found.value.replace(/^https?:\/\//, '').replace(/\/+$/, '');
    return {
      cause: l10n.t(
        'The server puts "{0}" in front of the value of {1} itself, which has it already.',
        `${scheme}://`,
        found.name,
      ),
      remedies: [setValues(l10n.t('Use {0}', bare), [{ path: found.path, value: `${found.prefix}${bare}` }])],
      ...inEntry(...found.path),
      isCertain: evidence.end !== undefined,
    };
  },
);

interface Found {
  readonly path: EntryPath;
  readonly name: string;
  readonly value: string;
  readonly prefix: string;
}

/** Values called after a host first. */
function addressIn(evidence: Evidence): Found | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const all: readonly Found[] = [
    ...Object.entries(env).map(([name, value]) => ({ path: ['env', name], name, value: value ?? '', prefix: '' })),
    ...args.map((arg, at) => {
      const [, prefix = ''] = /^(--?[\w-]+=)/.exec(arg) ?? [];
      const name = prefix === '' ? (args[at - 1] ?? arg) : prefix.slice(0, -1);
      return { path: ['args', at], name, value: arg.slice(prefix.length), prefix };
    }),
  ];
  const addresses = all.filter(({ value }) => /^https?:\/\//.test(value));
  return addresses.find(({ name }) => /host|domain|server|shop|site/i.test(name)) ?? addresses[0];
}
