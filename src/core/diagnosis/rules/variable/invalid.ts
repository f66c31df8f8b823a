import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, ask } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** A variable is set, but not to what the server takes: pydantic, zod, joi, envalid, Node. */
export const variableInvalid = outputRule(
  'variable/invalid',
  [
    /(?:^|\n)\s*([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)\n\s+((?:Input should be|Value error,|String should|Value should)[^\n[]{1,160})/,
    /["']path["']?:\s*\[\s*["']([A-Z][A-Z0-9_]{2,60})["']\s*\][^]{0,120}?["']?message["']?:\s*["']((?!Required|Invalid input: expected \w+, received undefined)[^"'\n]{3,160})/,
    /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["']?:\s*\[\s*["']([^"'\n]{3,160})/,
    /["'`]?\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)["'`]? ((?:must (?:be|have|match|start|contain)|should be|is not a valid|has an invalid|length must|with value)[^\n]{1,160})/,
    /(?:[Ii]nvalid|[Uu]nsupported|[Uu]nknown|[Bb]ad)(?: value)?(?: for| of| in)?:? [`"']?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`"']?(?:[:=]| value)? ?([^\n]{0,160})/,
    /(?:parse|parsing|read|decode) ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b:? ?([^\n]{0,160})/,
    /ERR_SOCKET_BAD_(PORT)\]: ([^\n]{1,120})/,
  ],
  ([, field = '', what = ''], evidence) => {
    const name = field.toUpperCase();
    const env = stdioOf(evidence)?.env;
    if (!env || /^(?:ERR|E)_/.test(name)) return undefined;
    const now = Object.hasOwn(env, name) ? (env[name] ?? '') : '';
    return {
      cause: l10n.t('The value of {0} is not valid: {1}', name, what.trim()).replace(/: $/, '.'),
      remedies: [
        ask(l10n.t('Enter another value for {0}', name), ['env', name], { now }),
        advise(l10n.t('Or set it in "env" of this server.')),
      ],
      ...inEntry('env', ...(Object.hasOwn(env, name) ? [name] : [])),
    };
  },
);

const addressName = /URL|URI|CONN|DSN|ENDPOINT|HOST|ADDRESS/;

/** An address of the entry that the server cannot read, whichever it is. */
export const addressInvalid = outputRule(
  'variable/address',
  [
    /(Invalid (?:scheme|URL|URI|connection string|url)[^\n]{0,160})/i,
    /(ERR_INVALID_URL[^\n]{0,100})/,
    /(expected connection string[^\n]{0,120}|Could not parse (?:SQLAlchemy )?URL[^\n]{0,100}|relative URL without a base|No scheme supplied|Request URL is missing an[^\n]{0,60})/i,
  ],
  ([, what = ''], evidence) => {
    const { env = {}, args = [] } = stdioOf(evidence) ?? {};
    const name =
      Object.keys(env).find((each) => addressName.test(each) && !URL.canParse(env[each] ?? '')) ??
      Object.keys(env).find((each) => addressName.test(each));
    const at = args.findIndex((arg) => /:\/\/|^[\w.-]+:\d+/.test(arg));
    if (name === undefined && at < 0) return undefined;
    const [path, now] = name === undefined ? [['args', at], args[at] ?? ''] : [['env', name], env[name] ?? ''];
    return {
      cause: l10n.t('The address in {0} is not valid: {1}', name ?? `args.${at}`, what),
      remedies: [ask(l10n.t('Enter another value for {0}', name ?? now), path, { now })],
      ...inEntry(...path),
      isCertain: false,
    };
  },
);
