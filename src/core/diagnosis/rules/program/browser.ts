import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { startFolder } from '../../model/startFolder.ts';

export const browserMissing = outputRule(
  'program/browser',
  [
    /(Executable doesn't exist at) (\S{1,300})/,
    /(Could not find (?:Chrome|Chromium|Firefox|expected browser)[^\n]{0,60})()/,
    /(Chromium distribution '[\w-]{1,40}' is not found at) (\S{1,300})/,
    /((?:cannot find|no|could not find) (?:Chrome|Chromium|Edge|Firefox|browser)[^\n]{0,20} (?:binary|installation|executable)[^\n]{0,40})()/i,
    /(Browser (?:[\w"'-]{1,20} )?is not installed)()/i,
  ],
  ([all = '', , file = ''], evidence) => {
    const isPuppeteer = /puppeteer/i.test(evidence.stderr);
    const install = isPuppeteer
      ? ['puppeteer', 'browsers', 'install', 'chrome']
      : ['playwright', 'install', /distribution '(chrome|msedge)'/.exec(all)?.[1] ?? 'chromium'];
    return {
      cause: l10n.t('The server needs a browser that is not installed: {0}', file === '' ? all : file),
      remedies: [
        runInTerminal(
          l10n.t('Install the browser'),
          [...(isPuppeteer ? ['npx', '-y'] : runnerOf(evidence)), ...install],
          startFolder(stdioOf(evidence)),
        ),
      ],
    };
  },
);

/** Each Playwright wants a browser of its own version: that of the server installs it. */
function runnerOf(evidence: Evidence): readonly string[] {
  const { command = '' } = stdioOf(evidence) ?? {};
  const program = programName(command);
  if (/^python[\d.]*$/.test(program)) return [command, '-m'];
  if (program === 'uv') return ['uv', 'run'];
  return program === 'uvx' || program === 'pipx' ? ['uvx'] : ['npx', '-y'];
}

export const noDisplay = outputRule(
  'program/display',
  [
    /((?:Missing X server or|no) \$?DISPLAY[^\n]{0,60})/i,
    /((?:cannot|can't|could not|unable to) (?:open|connect to)(?: the)? display[^\n]{0,60})/i,
    /(no display name and no \$DISPLAY[^\n]{0,40})/,
    /(could not connect to display[^\n]{0,60})/,
    /(launched a headed browser without having a XServer running)/,
  ],
  ([, what = ''], evidence) => ({
    cause: l10n.t('The server wants to open a window, but there is no display: {0}', what),
    remedies: [
      ...withOption(evidence, '--headless'),
      advise(l10n.t('Start it with its argument for no window, often "--headless", or with "xvfb-run".')),
    ],
  }),
);

export const browserLibraries = outputRule(
  'program/browser-libraries',
  [
    /(Host system is missing dependencies[^\n║]{0,60})/,
    /chrom\w*: error while loading (shared libraries: [\w.+-]{1,60})/,
  ],
  ([, what = '']) => ({
    cause: l10n.t('The browser of the server needs libraries of the system that are not there: {0}', what.trim()),
    remedies: [
      runInTerminal(l10n.t('Install the libraries'), ['sudo', 'npx', '-y', 'playwright', 'install-deps', 'chromium']),
    ],
  }),
);

/** Chromium does not start its sandbox for root, nor in most containers. */
export const browserSandbox = outputRule(
  'program/browser-sandbox',
  [/(Running as root without --no-sandbox is not supported)/, /(No usable sandbox!)/],
  ([, what = ''], evidence) => ({
    cause: l10n.t('The browser of the server cannot set up its sandbox here: {0}', what),
    remedies: [...withOption(evidence, '--no-sandbox')],
    ...inEntry('args'),
  }),
);

function withOption(evidence: Evidence, option: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  return launch ? [setArgs(l10n.t('Add "{0}"', option), [...launch.args, option])] : [];
}

/** The driver of a browser fits one version only. */
export const driverVersion = outputRule(
  'program/driver',
  [
    /This version of (ChromeDriver|Microsoft Edge WebDriver) only supports [\w ]{1,30} version (\d{1,4})(?:[^]{0,60}Current browser version is (\d{1,4}))?/,
  ],
  ([, driver = '', wanted = '', now = '']) => ({
    cause: l10n.t('{0} is for version {1} of the browser, but version {2} is installed.', driver, wanted, now || '?'),
    remedies: [
      runInTerminal(l10n.t('Install the version'), [
        'npx',
        '-y',
        '@puppeteer/browsers',
        'install',
        `chromedriver@${now || 'stable'}`,
      ]),
    ],
  }),
);
