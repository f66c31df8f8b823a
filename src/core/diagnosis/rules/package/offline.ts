import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type StdioFacts, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { packageOf } from '../../cures/newestVersion.ts';
import { setArgs, setValue } from '../../model/remedies.ts';
import { anyPath } from '../../model/paths.ts';
import { type Finding, inEntry, outputRule } from '../../model/rule.ts';

const options = /^--(?:offline|cached-only|no-index|no-remote|no-install|no|no-download|no-python-downloads)$/;
const variables =
  /^(?:UV_OFFLINE|UV_PYTHON_DOWNLOADS|npm_config_offline|PIP_NO_INDEX|BUN_CONFIG_OFFLINE|CARGO_NET_OFFLINE)$/i;

/** An option of the entry forbids the package manager to fetch what it does not have yet. */
export const packageOffline = outputRule(
  'package/offline',
  [
    /ENOTCACHED|cache mode is 'only-if-cached'/,
    /Packages were unavailable because the network was disabled/,
    /Network connectivity is disabled/,
    /ERR_PNPM_NO_OFFLINE_(?:META|TARBALL)/,
    /Specifier not found in cache|--cached-only is specified/,
    /No interpreter found for (Python [\d.]{1,12})[^]{0,200}?Python downloads are (?:set to '(?:never|manual)'|disabled)/,
    /npx canceled due to missing packages and no YES option/,
    /because --no-index was (?:specified|set)|--no-index (?:was|is) (?:passed|specified|set)/i,
    /attempting to make an HTTP request, but --offline was specified/,
    /(?:can't|cannot) [^\n]{0,60}(?:offline|--frozen) (?:mode|was)/i,
  ],
  ([said = '', wanted], evidence) => {
    const launch = stdioOf(evidence);
    if (!launch) return undefined;
    const found = forbidden(launch) ?? bySettings(evidence);
    if (!found) return said.startsWith('npx canceled') ? notAnswered(launch, evidence) : undefined;
    const [name, remedy] = found;
    return {
      cause: l10n.t(
        '{0} is not on this machine yet, and {1} forbids to fetch it.',
        wanted ?? packageOf(evidence)?.name ?? l10n.t('The package'),
        name,
      ),
      remedies: [remedy],
      ...inEntry(launch.args.includes(name) ? 'args' : 'env'),
    };
  },
);

/** It asks before it installs what it does not have. */
function notAnswered(launch: StdioFacts, evidence: Evidence): Omit<Finding, 'proof'> {
  return {
    cause: l10n.t(
      'npx asks before it installs {0}, and gets no answer: "-y" is missing.',
      packageOf(evidence)?.name ?? l10n.t('The package'),
    ),
    remedies: [setArgs(l10n.t('Add "{0}"', '-y'), ['-y', ...launch.args])],
    ...inEntry('args'),
  };
}

/** Of npm, in the home folder or the working folder. */
function bySettings(evidence: Evidence): readonly [string, Remedy] | undefined {
  const { machine } = evidence;
  const folders = [stdioOf(evidence)?.cwd, machine.home].filter((folder) => folder !== undefined);
  const file = folders
    .map((folder) => anyPath.join(folder, '.npmrc'))
    .find((each) => /^\s*offline\s*=\s*true/m.test(machine.head(each)));
  const [remedy] = letFetch(evidence);
  return file === undefined || !remedy ? undefined : [file, remedy];
}

function forbidden({ args, env }: StdioFacts): readonly [string, Remedy] | undefined {
  const at = args.findIndex((arg) => options.test(arg));
  const option = args[at];
  if (option !== undefined) {
    const rest = args.toSpliced(at, 1);
    const isNo = /^--no(?:-install)?$/.test(option);
    return isNo
      ? [option, setArgs(l10n.t('Use "{0}" instead', '-y'), ['-y', ...rest.filter((arg) => arg !== '-y')])]
      : [option, setArgs(l10n.t('Remove "{0}"', option), rest)];
  }
  const name = Object.keys(env).find(
    (each) => variables.test(each) && /^(?:1|true|yes|never|manual)$/i.test(env[each] ?? ''),
  );
  return name === undefined ? undefined : [name, setValue(l10n.t('Remove "{0}"', name), ['env', name], undefined)];
}

/** Without an option: the settings of npm, or what the editor hands on. */
export function letFetch(evidence: Evidence): readonly Remedy[] {
  return stdioOf(evidence) ? [setValue(l10n.t('Let npm use the network'), ['env', 'npm_config_offline'], 'false')] : [];
}
