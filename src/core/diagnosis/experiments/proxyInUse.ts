import { l10n } from '../../../base/l10n.ts';
import { remoteOf } from '../model/evidence.ts';
import { advise } from '../model/remedies.ts';
import type { Experiment } from './experiment.ts';

const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** Which proxy is set, and whether this host is an exception of it. */
export const proxyInUse: Experiment = {
  id: 'proxy',
  title: () => l10n.t('Looking for a proxy'),
  fits: ({ evidence }) => remoteOf(evidence) !== undefined,
  run: async ({ evidence }, { env }) => {
    const launch = remoteOf(evidence);
    const name = names.find((each) => (env[each] ?? '') !== '');
    if (!launch || name === undefined || !URL.canParse(launch.url)) return undefined;
    const { hostname } = new URL(launch.url);
    const exceptions = env['NO_PROXY'] ?? env['no_proxy'] ?? '';
    const isException = exceptions.split(',').some((each) => fits(hostname, each.trim()));
    return {
      text: isException
        ? l10n.t('{0} is set, and {1} is an exception of it (NO_PROXY).', name, hostname)
        : l10n.t('{0} is set, and {1} is not an exception of it (NO_PROXY).', name, hostname),
      remedies: isException ? [] : [advise(l10n.t('Add {0} to NO_PROXY, if it is to be reached directly.', hostname))],
    };
  },
};

function fits(hostname: string, exception: string): boolean {
  if (exception === '') return false;
  const bare = exception.replace(/^\*?\./, '').replace(/:\d+$/, '');
  return exception === '*' || hostname === bare || hostname.endsWith(`.${bare}`);
}
