import { l10n } from '../../../../base/l10n.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const browserMissing = outputRule(
  'program/browser',
  [
    /(Executable doesn't exist at) (\S{1,300})/,
    /(Could not find (?:Chrome|Chromium|Firefox|expected browser)[^\n]{0,60})()/,
    /(Chromium distribution '[\w-]{1,40}' is not found at) (\S{1,300})/,
    /((?:cannot find|no) (?:Chrome|chrome|Chromium) (?:binary|installation)[^\n]{0,40})()/i,
  ],
  ([all = '', , file = ''], { stderr }) => {
    const isPuppeteer = /puppeteer/i.test(stderr);
    const install = isPuppeteer
      ? ['puppeteer', 'browsers', 'install', 'chrome']
      : ['playwright', 'install', 'chromium'];
    return {
      cause: l10n.t('The server needs a browser that is not installed: {0}', file === '' ? all : file),
      remedies: [
        runInTerminal(l10n.t('Install the browser'), ['npx', ...install]),
        advise(l10n.t('Or give the server the path of an installed browser.')),
      ],
    };
  },
);

export const noDisplay = outputRule(
  'program/display',
  [
    /((?:Missing X server or|no) \$?DISPLAY[^\n]{0,60})/i,
    /((?:cannot|can't|could not|unable to) (?:open|connect to)(?: the)? display[^\n]{0,60})/i,
    /(no display name and no \$DISPLAY[^\n]{0,40})/,
    /(could not connect to display[^\n]{0,60})/,
  ],
  ([, what = '']) => ({
    cause: l10n.t('The server wants to open a window, but there is no display: {0}', what),
    remedies: [advise(l10n.t('Start it with its argument for no window, often "--headless", or with "xvfb-run".'))],
  }),
);
