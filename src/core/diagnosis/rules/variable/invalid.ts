import { faultText } from '../../../../base/fault.ts';
import { clip } from '../../../../base/json.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue, valueNamedIn } from '../../cures/entryValues.ts';
import { openManual } from '../../cures/manual.ts';
import { settingsPrefix } from '../../model/settingsPrefix.ts';
import { sourcePlace } from '../../model/sourcePlace.ts';
import { type Evidence, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { advise, ask, openSource, setValue } from '../../model/remedies.ts';
import { type Finding, inEntry, lineAt, outputRule, rule } from '../../model/rule.ts';

const forms: readonly RegExp[] = [
  /(?:^|\n)\s*([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)\n\s+((?:Input should be|Value error,|String should|Value should)[^\n[]{1,160})/,
  /(?:^|\n)\s*([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\n\s+(?=\S)((?!Field required|Input should|Value error|String should|Value should)[^\n[]{3,500}) \[type=/,
  /["']?path["']?:\s*\[\s*["']([A-Z][A-Z0-9_]{2,60})["']\s*\][^{}]{0,120}?["']?message["']?:\s*["']((?!Required|Invalid input: expected \w+, received undefined)[^"'\n]{3,160})/,
  /["']?message["']?:\s*["']((?!Required|Invalid input: expected \w+, received undefined)[^"'\n]{3,160})["'],\s*["']?path["']?:\s*\[\s*["']([A-Z][A-Z0-9_]{2,60})["']\s*\]/,
  /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["']?:\s*\[\s*["']([^"'\n]{3,160})/,
  /["'`]?\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)["'`]? ((?:must (?:be|have|match|start|contain)|should(?: only)? (?:be|contain|have|start)|is not a valid|has an invalid|length must|with value)[^\n]{1,160})/,
  /(?:[Ii]nvalid|[Uu]nsupported|[Uu]nknown|[Bb]ad)(?: value)?(?: for| of| in)?:? [`"']?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`"']?(?:[:=]| value)? ?([^\n]{0,160})/,
  /Invalid environment variables:?\n\s+([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*): ([^\n]{3,160})/, // envalid
  /(?:parse|parsing|read|decode) ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b:? ?([^\n]{0,160})/,
  /(?:^|\n)\s{2,8}([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*): (Invalid [^\n]{3,160})/, // envalid, the others
  /ERR_SOCKET_BAD_(PORT)\]: ([^\n]{1,120})/,
];

interface Refused {
  readonly name: string;
  readonly what: string;
}

function refusedIn([, one = '', other = '']: RegExpExecArray, evidence: Evidence): Refused {
  const [field, what] = /\s/.test(one) && /^[A-Z][A-Z0-9_]+$/.test(other) ? [other, one] : [one, other];
  const prefix = /^[a-z]/.test(field) ? settingsPrefix(evidence) : '';
  return { name: prefix + field.toUpperCase(), what: clip(what.trim(), longestReason) };
}

/** A variable is set, but not to what the server takes: pydantic, zod, joi, envalid, Node. */
export const variableInvalid = outputRule('variable/invalid', forms, (match, evidence) => {
  const { name, what } = refusedIn(match, evidence);
  const env = stdioOf(evidence)?.env;
  if (!env || /^(?:ERR|E)_/.test(name)) return undefined;
  const received = /Received type number \((-?\d{1,12})\)/.exec(what)?.[1];
  const named = received === undefined || Object.hasOwn(env, name) ? undefined : valueNamedIn(evidence, received);
  if (named)
    return {
      cause: l10n.t('{0} is not the number of a port: those go from 0 to 65535.', received ?? ''),
      remedies: changeValue(evidence, received ?? ''),
      ...inEntry(...named.path),
    };
  const all = [{ name, what }, ...othersRefused(name, env, evidence)];
  return {
    cause: all.map(sentenceOf).reduce((message, hint) => faultText({ message, hint })),
    remedies: all.flatMap((each) => remediesFor(each, env[each.name] ?? '')),
    ...inEntry('env', ...(Object.hasOwn(env, name) ? [name] : [])),
  };
});

const most = 4;
const longestReason = 160;

/** Validators list all at once: those that the entry sets. */
function othersRefused(first: string, env: StdioFacts['env'], evidence: Evidence): readonly Refused[] {
  const found = forms
    .flatMap((form) =>
      Array.from(outputOf(evidence).matchAll(new RegExp(form, 'g')), (match) => refusedIn(match, evidence)),
    )
    .filter(({ name }) => name !== first && Object.hasOwn(env, name));
  return found.filter(({ name }, at) => found.findIndex((each) => each.name === name) === at).slice(0, most);
}

function sentenceOf({ name, what }: Refused): string {
  return l10n.t('The value of {0} is not valid: {1}', name, what).replace(/: $/, '.');
}

function remediesFor({ name, what }: Refused, now: string): readonly Remedy[] {
  const whole = /ur[li]|scheme|protocol|https?/i.test(what) ? withScheme(now) : undefined;
  return [
    ...(whole === undefined ? [] : [setValue(l10n.t('Use {0}', whole), ['env', name], whole)]),
    ask(l10n.t('Enter another value for {0}', name), ['env', name], { now }),
  ];
}

/** What a URL is made of is not set: the message has "undefined" in its place. */
export const addressUnset = outputRule(
  'variable/undefined',
  [
    /Invalid URL[^]{0,400}?input: ['"]((?:undefined|null)[^'"\n]{0,60})['"]/,
    /(?:Invalid URL|Failed to parse URL from|unsupported protocol scheme|Only absolute URLs are supported)[^\n]{0,20}?['"]?((?:undefined|null|None)(?:\/[^\s'"]{0,60})?)\b/,
    /(not NoneType)\b/,
    /argument must be of type string[^\n]{0,80}Received (undefined|null)/,
    /https?:\/\/((?:undefined|null|None)(?:[:/][^\s'"]{0,60})?)/,
  ],
  ([, input = ''], evidence) => {
    const place = sourcePlace(evidence);
    return (
      stdioOf(evidence) && {
        cause: /^(?:not NoneType|undefined|null)$/.test(input)
          ? l10n.t(
              'The server uses a value that is not set ({0}): a setting or variable is missing.',
              input.replace('not NoneType', 'None'),
            )
          : l10n.t('The server makes an address of a value that is not set: "{0}".', input),
        remedies: [
          ...(place ? [openSource(place.file, place.line)] : openManual(evidence)),
          advise(l10n.t('Set the variable for its address in "env" of this server.')),
        ],
        ...inEntry('env'),
        isCertain: false,
      }
    );
  },
);

/** "URL must start with 'mongodb://'": the value of the entry has no scheme. */
export const schemeMissing = outputRule(
  'variable/scheme',
  [
    /(?:must|expected [\w ]{1,30} to|should|has to) (?:start|begin) with ['"`]?([a-z][a-z0-9+]{1,20}:\/\/)(?:['"`]? or ['"`]?([a-z][a-z0-9+]{1,20}:\/\/))?/i,
  ],
  ([, usual = '', other], evidence) => {
    const { env = {}, args = [] } = stdioOf(evidence) ?? {};
    const places: readonly (readonly [EntryPath, string])[] = [
      ...args.map((arg, at) => [['args', at], arg] as const),
      ...Object.entries(env).map(([name, value]) => [['env', name], value ?? ''] as const),
    ];
    const found = places.find(
      ([, value]) => /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d{2,5})?(?:\/[^\s]*)?$/.test(value) && /[:/]/.test(value),
    );
    if (!found || !evidence.end) return undefined;
    const [path, value] = found;
    // MongoDB looks the servers of such a name up.
    const scheme = other !== undefined && /\.mongodb\.net(?:\/|$)/.test(value) ? other : usual;
    return {
      cause: l10n.t(
        'The address in {0} has no "{1}" at its beginning.',
        path[0] === 'env' ? String(path[1]) : value,
        scheme,
      ),
      remedies: [
        setValue(l10n.t('Use {0}', scheme + value), path, scheme + value),
        ask(l10n.t('Enter another value for {0}', String(path.at(-1))), path, { now: value }),
      ],
      ...inEntry(...path),
    };
  },
);

const addressName = /URL|URI|CONN|DSN|ENDPOINT|HOST|ADDRESS/;

/** An address of the entry that the server cannot read, whichever it is. */
/** In a URL a password has no `@`, `#` or `/` of its own. */
const broken = /^([a-z][\w+.-]*:\/\/)([^:/@\s]{0,80}):([^\s]*[@#/?%[\]][^\s]*)@([^@\s]{1,200})$/i;

/** An address whose password is read as a part of it. */
export const passwordUnescaped = rule('variable/password', (evidence) => {
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  const places: readonly (readonly [EntryPath, string])[] = [
    ...args.map((arg, at) => [['args', at], arg] as const),
    ...Object.entries(env).map(([name, value]) => [['env', name], value ?? ''] as const),
  ];
  const found = places.find(([, value]) => isBroken(value));
  const [, scheme = '', user = '', password = '', rest = ''] = broken.exec(found?.[1] ?? '') ?? [];
  if (evidence.end === undefined || evidence.end.code === 0) return undefined;
  if (!found) return unescapedPart(evidence);
  const value = `${scheme}${user}:${encodeURIComponent(password)}@${rest}`;
  return {
    cause: l10n.t(
      'The password in the address {0} has characters that a URL cannot have as they are, such as "{1}".',
      `${scheme}${user}:…@${rest}`,
      /[@#/?%[\]]/.exec(password)?.[0] ?? '',
    ),
    remedies: [setValue(l10n.t('Encode the password'), found[0], value)],
    ...inEntry(...found[0]),
  };
});

/** The server itself puts the address together, and encodes nothing. */
function unescapedPart(evidence: Evidence): Finding | undefined {
  const said =
    /invalid (?:percent-encoded token|URL escape|percent-encoding)[^\n"']{0,40}["']([^"'\n]{1,100})["']/i.exec(
      outputOf(evidence),
    );
  const [name, value] =
    Object.entries(stdioOf(evidence)?.env ?? {}).find(([, each]) => each?.includes('%') && said?.[1]?.includes(each)) ??
    [];
  if (!said || name === undefined) return undefined;
  return {
    cause: l10n.t(
      'The password in the address {0} has characters that a URL cannot have as they are, such as "{1}".',
      name,
      '%',
    ),
    remedies: [setValue(l10n.t('Encode the password'), ['env', name], encodeURIComponent(value ?? ''))],
    ...inEntry('env', name),
    proof: lineAt(outputOf(evidence), said.index),
  };
}

function isBroken(value: string): boolean {
  const [, , , password = '', rest = ''] = broken.exec(value) ?? [];
  return (
    password !== '' &&
    /^[\w.-]+(?::\d+)?(?:[/?]|$)/.test(rest) &&
    !/^(?:[^%]|%[0-9A-F]{2})*$/i.test(password.replace(/[@#/?[\]]/g, '%'))
  );
}

/** A bare host is that of a web service. */
export function withScheme(address: string): string | undefined {
  if (!/^[a-z0-9](?:[\w-]*\.)+[\w-]+(?::\d{2,5})?(?:\/\S*)?$|^localhost(?::\d{2,5})?(?:\/\S*)?$/i.test(address))
    return undefined;
  return `${/^(?:localhost|127\.|192\.168\.|10\.)/.test(address) ? 'http' : 'https'}://${address}`;
}

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
    const input = /input: '([^'\n]{1,200})'/.exec(outputOf(evidence))?.[1];
    const at = args.findIndex((arg) => arg === input || /:\/\/|^[\w.-]+:\d+/.test(arg));
    if (name === undefined && at < 0) return undefined;
    const [path, now] = name === undefined ? [['args', at], args[at] ?? ''] : [['env', name], env[name] ?? ''];
    const whole = withScheme(now);
    return {
      cause:
        whole === undefined
          ? l10n.t('The address in {0} is not valid: {1}', name ?? now, what)
          : l10n.t(
              'The address in {0} has no "{1}" at its beginning.',
              name ?? now,
              whole.slice(0, whole.length - now.length),
            ),
      remedies: [
        ...(whole === undefined ? [] : [setValue(l10n.t('Use {0}', whole), path, whole)]),
        ask(l10n.t('Enter another value for {0}', name ?? now), path, { now }),
      ],
      ...inEntry(...path),
      isCertain: false,
    };
  },
);
