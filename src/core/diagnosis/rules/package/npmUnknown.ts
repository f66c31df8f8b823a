import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, argAt, ask, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { isOfNpm, knownPackageLike, pythonPackageLike } from './knownPackages.ts';
import { isPackageArg, withoutVersion } from './packageName.ts';
import { publicRegistry } from './registryUnreachable.ts';

/** The same server as a package of Python. */
function withUvx(name: string, at: number | undefined, launch: StdioFacts | undefined): readonly Remedy[] {
  const python = programName(launch?.command ?? '') === 'npx' ? pythonPackageLike(name) : undefined;
  if (!launch || at === undefined || python === undefined) return [];
  return [
    setValues(l10n.t('Use "{0}" instead', `uvx ${python}`), [
      { path: ['command'], value: 'uvx' },
      { path: ['args'], value: [python, ...launch.args.slice(at + 1)] },
    ]),
  ];
}

const ofPythons = /^(?:uvx|uv|pipx|pip3?)$/;

/** The same server as a package of npm. */
function withNpx(name: string, at: number | undefined, launch: StdioFacts | undefined): readonly Remedy[] {
  if (!launch || at === undefined || !ofPythons.test(programName(launch.command)) || !isOfNpm(withoutVersion(name)))
    return [];
  return [
    setValues(l10n.t('Use "{0}" instead', `npx -y ${name}`), [
      { path: ['command'], value: 'npx' },
      { path: ['args'], value: ['-y', name, ...launch.args.slice(at + 1)] },
    ]),
  ];
}

/** Names with a scope are known to npm only. */
export const scopeForPython = outputRule(
  'package/other-registry',
  [
    /(?:Failed to parse|Invalid requirement|not a valid (?:PEP 508|package)(?: or extra)? name)[^\n]{0,40}?(@[\w.-]{1,60}\/[\w.-]{1,80})/i,
  ],
  ([, name = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => arg === name || isPackageArg(arg, withoutVersion(name)));
    if (!ofPythons.test(programName(launch?.command ?? ''))) return undefined;
    return {
      cause: l10n.t('"{0}" is a package of npm, which "{1}" cannot run.', name, programName(launch?.command ?? '')),
      remedies: [...withNpx(name, at, launch)],
      ...inEntry('command'),
    };
  },
);

/** Of a company or a project, and not the public one. */
function ownRegistry(output: string, evidence: Evidence): string | undefined {
  const [, url] = /npm (?:ERR!|error) 404[^\n]{0,20} - GET (https?:\/\/[^/\s]{1,200})/.exec(output) ?? [];
  return url !== undefined && publicRegistry(url, evidence).length > 0 ? url : undefined;
}

export const packageUnknown = outputRule(
  'package/unknown',
  [
    /Failed to resolve the latest version of (@?[\w./-]{1,200}):[^]{0,400}404/,
    /No versions available for (@?[\w./-]{1,200})/,
    /YN0027: (@?[\w./-]{1,200}?)@\S{1,40} can't be resolved to a satisfying range/,
    /YN0035: [│ ]{0,4}(@?[\w./-]{1,200}?)@\S{1,40}: Package not found/,
    /JSR package manifest for '(@[\w./-]{1,100})' failed to load/,
    /npm (?:ERR!|error) 404\s+'([^'\n]{1,200})' is not in (?:this|the npm) registry/,
    /npm (?:ERR!|error) 404 (?:Not Found - GET|  ?)\s*https?:\/\/[^\s/]+\/(\S{1,200}) - Not found/i,
    /npm (?:ERR!|error) 404 +The requested resource '([^'\n]{1,200})' could not be found/,
    /ERR_PNPM_FETCH_404[^\n]{0,20}GET https?:\/\/[^\s/]+\/(\S{1,200}): Not Found/,
    /GET https?:\/\/[^\s/]+\/(\S{1,200}) - 404/,
    /Because ([\w.-]{1,100}) was not found in the (?:package registry|provided package locations)/,
    /No matching distribution found for ([\w.[\]=<>~!-]{1,100})/,
    /error: package `([\w-]{1,100})` (?:not found|does not exist)|could not find `([\w-]{1,100})` in registry/,
    /error: package "([^"\n]{1,100})" not found/,
    /JSR package not found: (@[\w./-]{1,100})/,
    /Could not find (?:a package|package) [`'"]?([@\w/.-]{1,100})[`'"]? in/i,
    /(?<![\w.])([\w.]{1,100}) is not found in NuGet feeds/,
    /npm:([@\w/.-]{1,100})[^\n]{0,40}(?:not found|does not exist)|error: npm package '([^'\n]{1,100})' does not exist/,
  ],
  (match, evidence) => {
    const name = decodeURIComponent(match.slice(1).find((group) => group !== undefined) ?? '').replace(
      /(?<=.)@[^@/]*$/,
      '',
    );
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => isPackageArg(arg, name));
    const known = knownPackageLike(name);
    const isPython =
      at !== undefined && programName(launch?.command ?? '') === 'npx' && pythonPackageLike(name) !== undefined;
    const isPythons = ofPythons.test(programName(launch?.command ?? ''));
    const other = isPythons && known !== undefined && isOfNpm(known) ? known : name;
    const own = ownRegistry(outputOf(evidence), evidence);
    const isNpm = at !== undefined && isPythons && isOfNpm(other);
    return {
      cause: isPython
        ? l10n.t('npm has no package "{0}": this server is a package of Python.', name)
        : isNpm
          ? l10n.t('The registry of Python has no package "{0}": this server is a package of npm.', name)
          : own === undefined
            ? l10n.t('The package "{0}" does not exist in the registry.', name)
            : l10n.t('The registry {0}, which is set for npm, does not have the package "{1}".', own, name),
      remedies: [
        ...(own === undefined ? [] : publicRegistry(own, evidence)),
        ...withUvx(name, at, launch),
        ...withNpx(other, at, launch),
        // Of a name that npm lacks anybody could make a package.
        ...(known !== undefined && at !== undefined && other === name && !isPython
          ? [setValue(l10n.t('Use {0}', known), ['args', at], known)]
          : []),
        ...(at === undefined ? [] : [ask(l10n.t('Enter the name of the package'), ['args', at], { now: name })]),
        advise(l10n.t('Check its name; a private package needs a signed-in registry.')),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);
