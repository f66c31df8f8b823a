import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, askFor, runInTerminal } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

type What = 'secret' | 'client' | 'tenant' | 'login' | 'consent' | 'policy' | 'user';

/** What the codes of Microsoft's sign-in are about. */
const codes: Readonly<Record<string, What>> = {
  7000215: 'secret',
  7000222: 'secret',
  7000216: 'secret',
  700027: 'secret',
  700016: 'client',
  700025: 'client',
  700038: 'client',
  90002: 'tenant',
  900023: 'tenant',
  90019: 'tenant',
  90013: 'tenant',
  50059: 'tenant',
  50020: 'tenant',
  65001: 'consent',
  65004: 'consent',
  650056: 'consent',
  500011: 'consent',
  50076: 'login',
  50079: 'login',
  50173: 'login',
  700082: 'login',
  70043: 'login',
  50078: 'login',
  53003: 'policy',
  53000: 'policy',
  50105: 'policy',
  50126: 'user',
  50034: 'user',
  50053: 'user',
  50057: 'user',
};

const names: Readonly<Record<What, RegExp>> = {
  secret: /CLIENT_SECRET|CERTIFICATE|SECRET/,
  client: /CLIENT_ID|APP_ID/,
  tenant: /TENANT/,
  login: /^$/,
  consent: /^$/,
  policy: /^$/,
  user: /USER|PASSWORD/,
};
const usual: Readonly<Partial<Record<What, string>>> = {
  secret: 'AZURE_CLIENT_SECRET',
  client: 'AZURE_CLIENT_ID',
  tenant: 'AZURE_TENANT_ID',
};
const portal = 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade';

export const azureCode = outputRule('variable/azure', [/AADSTS(\d{5,7})\b/], ([, code = ''], evidence, line) => {
  const what = codes[code];
  if (!stdioOf(evidence) || what === undefined) return undefined;
  const name = Object.keys(stdioOf(evidence)?.env ?? {}).find((each) => names[what].test(each)) ?? usual[what];
  const [, quoted] = /(?:[Tt]enant|identifier|[Aa]pp(?:lication)?) '([\w.@-]{2,80})'/.exec(line) ?? [];
  const inEnv = name !== undefined && stdioOf(evidence)?.env[name] !== undefined ? name : undefined;
  return {
    cause: causeOf(what, code, inEnv ?? quoted ?? name ?? ''),
    remedies: [...remedies(what, name, evidence)],
    ...inEntry('env', ...(name === undefined ? [] : [name])),
  };
});

function causeOf(what: What, code: string, name: string): string {
  const number = `AADSTS${code}`;
  switch (what) {
    case 'secret':
      return code === '7000222'
        ? l10n.t('The client secret {0} has expired ({1}).', name, number)
        : l10n.t(
            'Azure does not accept the client secret {0}: it is another one, or the ID of the secret instead of its value ({1}).',
            name,
            number,
          );
    case 'client':
      return l10n.t('The tenant has no application with the client ID {0} ({1}).', name, number);
    case 'tenant':
      return l10n.t('The tenant {0} does not exist, or the account is not in it ({1}).', name, number);
    case 'consent':
      return l10n.t('The application has no consent to use this API yet ({0}).', number);
    case 'login':
      return l10n.t('The sign-in to Azure has to be made again ({0}).', number);
    case 'policy':
      return l10n.t('A policy of the organization does not let this sign-in through ({0}).', number);
    case 'user':
      return l10n.t('Azure does not accept the user or the password ({0}).', number);
  }
}

function remedies(what: What, name: string | undefined, { launch }: Evidence): readonly Remedy[] {
  const tenant = launch.kind === 'stdio' ? launch.env['AZURE_TENANT_ID'] : undefined;
  const login = ['az', 'login', ...(tenant ? ['--tenant', tenant] : [])];
  return [
    ...(name === undefined ? [] : [askFor(name)]),
    ...(what === 'login' || what === 'user' || what === 'tenant'
      ? [runInTerminal(l10n.t('Run "{0}" in a terminal', login.join(' ')), login)]
      : []),
    ...(what === 'login' || what === 'user'
      ? []
      : [{ text: l10n.t('Open {0}', portal), cure: { kind: 'browse', url: portal } } as const]),
    ...(what === 'consent' || what === 'policy' ? [advise(l10n.t('Ask an administrator of the organization.'))] : []),
    ...(what === 'secret'
      ? [advise(l10n.t('Create a new secret there, and use its value, which is shown only once.'))]
      : []),
  ];
}
