import { anyPath as path } from '../../model/paths.ts';
import { faultText } from '../../../../base/fault.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { installRemedy, systemPackages } from '../../cures/install.ts';
import { packageOf, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { childrenOf } from '../../model/environments.ts';
import { type Evidence, type Machine, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, askForFolder, runInTerminal, setValue } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** By the version of the class file. */
const javaOf = (classFile: string): string => String(Math.round(Number(classFile)) - 44);

function javaPackage(version: string, machine: Machine): readonly string[] {
  if (machine.platform === 'darwin') return ['brew', 'install', `openjdk@${version}`];
  if (machine.platform === 'win32') return ['winget', 'install', '--exact', `EclipseAdoptium.Temurin.${version}.JDK`];
  return systemPackages([`openjdk-${version}-jre-headless`], machine);
}

/** The program of macOS that only says so, or a script that looks for the folder. */
export const javaMissing = outputRule(
  'runtime/java-none',
  [
    /Unable to locate a Java Runtime/,
    /No Java runtime present/,
    /JAVA_HOME is (?:not set|set to an invalid directory)[^\n]{0,100}/,
    /JAVA_HOME (?:environment variable )?is not (?:defined|set)[^\n]{0,80}/,
  ],
  ([all = ''], evidence) => ({
    cause:
      all.includes('JAVA_HOME') && stdioOf(evidence)?.env['JAVA_HOME']
        ? l10n.t(
            '"env" sets {0} to {1}, which is not its folder.',
            'JAVA_HOME',
            stdioOf(evidence)?.env['JAVA_HOME'] ?? '',
          )
        : all.includes('JAVA_HOME')
          ? l10n.t('The server looks for Java with the variable {0}, which is not set to its folder.', 'JAVA_HOME')
          : l10n.t('The server needs a Java runtime, and none is installed or found.'),
    remedies: [
      installRemedy('java', evidence.machine),
      askForFolder(l10n.t('Choose the folder of Java'), ['env', 'JAVA_HOME']),
      advise(l10n.t('Install it, or use the full path of its "java" as "command".')),
    ],
  }),
);

export const javaTooOld = outputRule(
  'runtime/java-old',
  [/UnsupportedClassVersionError[^]{0,200}?class file version (\d{2,3})\.\d(?:[^]{0,160}?up to (\d{2,3})\.\d)?/],
  ([, version = '', newest], { machine }) => ({
    cause:
      newest === undefined
        ? l10n.t('The server needs Java {0} or newer.', javaOf(version))
        : l10n.t('The server needs Java {0} or newer, but is run by Java {1}.', javaOf(version), javaOf(newest)),
    remedies: [
      ...installedJava(Number(javaOf(version)), machine),
      runInTerminal(l10n.t('Install {0}', `Java ${javaOf(version)}`), javaPackage(javaOf(version), machine)),
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(l10n.t('Install it, or use the full path of its "java" as "command".')),
    ],
  }),
);

/** Where systems and SDKMAN put several of them. */
const javas: readonly (readonly [folder: string, program: string])[] = [
  ['/usr/lib/jvm', 'bin/java'],
  ['/Library/Java/JavaVirtualMachines', 'Contents/Home/bin/java'],
  ['.sdkman/candidates/java', 'bin/java'],
  ['.local/share/mise/installs/java', 'bin/java'],
];

function installedJava(least: number, machine: Machine): readonly Remedy[] {
  const found = javas
    .flatMap(([shelf, program]) => {
      const folder = path.resolve(machine.home, shelf);
      return childrenOf(folder, machine).map((name) => ({ name, file: path.join(folder, name, program) }));
    })
    .find(({ name, file }) => Number(/\d+/.exec(name)?.[0]) >= least && machine.kindOf(file) === 'file');
  return found ? [setValue(l10n.t('Use {0}', found.file), ['command'], found.file)] : [];
}

export const javaMain = outputRule(
  'runtime/java-main',
  [/Could not find or load main class (\S{1,200})/, /no main manifest attribute, in (\S{1,200})/],
  ([, name = ''], evidence) => ({
    cause: l10n.t('Java finds no program to run: {0}.', name),
    remedies: [
      ...wholeJar(evidence),
      ...changeValue(evidence, name, 'file'),
      advise(l10n.t('Check the class or the jar file in "args", and how the server is built.')),
    ],
  }),
);

/** A jar without its dependencies, or of another version. */
export const javaClass = outputRule(
  'runtime/java-class',
  [/(?:NoClassDefFoundError|ClassNotFoundException): ([\w./$]{3,200})/, /NoSuchMethodError: '?([^'\n]{3,200})/],
  ([, name = ''], evidence) => ({
    cause: l10n.t('Java does not find {0}, which the server needs.', name.replaceAll('/', '.')),
    remedies: [
      ...otherJar(evidence),
      advise(l10n.t('Use the jar file that has its dependencies in it, or build it again.')),
    ],
  }),
);

export const jarBroken = outputRule(
  'runtime/java-jar',
  [/Invalid or corrupt jarfile (\S{1,300})/, /Error opening zip file or JAR manifest missing ?: ?(\S{1,300})/],
  ([, file = ''], evidence) => ({
    cause: l10n.t('{0} is not a jar file: it is broken, or was not downloaded completely.', file),
    remedies: [...otherJar(evidence), advise(l10n.t('Download or build it again.'))],
  }),
);

function otherJar(evidence: Evidence): readonly Remedy[] {
  const at = stdioOf(evidence)?.args.findIndex((arg) => arg.endsWith('.jar')) ?? -1;
  return at < 0 ? [] : [...wholeJar(evidence), askForFile(l10n.t('Choose the file'), ['args', at])];
}

/** Build tools put the one that can be started beside it. */
function wholeJar(evidence: Evidence): readonly Remedy[] {
  const { args = [], cwd = '/' } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => arg.endsWith('.jar'));
  const jar = path.resolve(cwd, args[at] ?? '');
  const found = ['-all', '-jar-with-dependencies', '-shaded', '-fat', '-runner', '-exec', '-uber']
    .map((each) => jar.replace(/(?:-plain)?\.jar$/, `${each}.jar`))
    .concat(jar.replace(/-plain\.jar$/, '.jar'))
    .find((file) => file !== jar && evidence.machine.kindOf(file) === 'file');
  return found === undefined ? [] : [setValue(l10n.t('Use {0}', found), ['args', at], found)];
}

export const dotnetMissing = outputRule(
  'runtime/dotnet',
  [
    /Framework: '([^'\n]{1,100})', version '([^'\n]{1,40})'/,
    /You must install or update \.NET to run this application/,
    /You must install (\.NET)(?: Desktop Runtime)? to run this application/,
    /A compatible \.NET SDK was not found[^]{0,200}?version: ([\d.]{1,20})/,
    /No (\.NET SDK)s were found/,
    /NETSDK1045: [^\n]{0,120}\.NET ([\d.]{1,10})/,
  ],
  ([, name = '.NET', version = ''], evidence) => ({
    cause: faultText({
      message: l10n.t('The server needs a version of .NET that is not installed: {0} {1}', name, version).trim(),
      hint: foundDotnet(outputOf(evidence)),
    }),
    remedies: [
      dotnetInstall(version, evidence.machine),
      ...(version !== '' && hasNewer(version, outputOf(evidence))
        ? [setValue(l10n.t('Let it run with a newer .NET'), ['env', 'DOTNET_ROLL_FORWARD'], 'Major')]
        : []),
      advise(l10n.t('Install it from https://dotnet.microsoft.com/download')),
    ],
  }),
);

/** Those that it lists as installed. */
function foundDotnet(output: string): string | undefined {
  const [, list = ''] =
    /(?:following frameworks were found|Installed SDKs):\s*\n((?:\s*[\d.]+[\w.-]* (?:at )?\[[^\n]*\n?)+)/.exec(
      output,
    ) ?? [];
  const versions = [...list.matchAll(/^\s*(\d[\w.-]*)/gm)].map(([, each]) => each);
  return versions.length === 0 ? undefined : l10n.t('Installed: {0}', versions.join(', '));
}

function dotnetInstall(version: string, machine: Machine): Remedy {
  const [, major] = /^(\d{1,2})\./.exec(version) ?? [];
  if (major === undefined || machine.platform === 'darwin') return installRemedy('dotnet', machine);
  const text = l10n.t('Install {0}', `.NET ${major}`);
  return machine.platform === 'win32'
    ? runInTerminal(text, ['winget', 'install', '--exact', `Microsoft.DotNet.SDK.${major}`])
    : runInTerminal(text, systemPackages([`dotnet-sdk-${major}.0`], machine));
}

/** Among those that .NET lists as found; without a list nothing is known. */
function hasNewer(version: string, output: string): boolean {
  const found = [...output.matchAll(/^\s*(\d{1,2})\.\d[\w.-]{0,30} (?:at )?\[/gm)].map(([, major = '0']) =>
    Number(major),
  );
  return found.length === 0 || found.some((major) => major > Number(version.split('.')[0]));
}

/** A part of the runtime or of the program that .NET does not find. */
export const assemblyMissing = outputRule(
  'runtime/dotnet-assembly',
  [
    /Could not load file or assembly '([^',\n]{1,200})(?:, Version=([\d.]{1,20}))?/,
    /(?:DllNotFoundException|Unable to load (?:shared library|DLL))[^'\n]{0,80}'([^'\n]{1,100})'/,
  ],
  ([, name = '', version = ''], evidence) => ({
    cause: l10n.t('.NET does not find {0}, which the server needs.', `${name} ${version}`.trim()),
    remedies: [
      ...(packageOf(evidence)
        ? [...useNewest(evidence), clearRunCache(evidence.machine)]
        : [
            runInTerminal(
              l10n.t('Run "{0}" in a terminal', 'dotnet restore'),
              ['dotnet', 'restore'],
              stdioOf(evidence)?.cwd,
            ),
          ]),
      ...(/^(?:System|Microsoft)\./.test(name) ? [dotnetInstall(version, evidence.machine)] : []),
      advise(l10n.t('Install the version that the server requires.')),
    ],
  }),
);

/** Any other runtime that says which version it must be. */
export const runtimeVersion = outputRule(
  'runtime/version',
  [
    /(?:requires?|needs?|supports only|must be run with|minimum(?: required)?)[^\n]{0,40}?\b(Ruby|PHP|Java|JDK|JRE|Elixir|Erlang|Perl|Bun|Deno|Swift|Dart|Go|Rust|npm|uv|Docker|macOS|Windows|glibc)\b(?: version)? ?((?:>=?|≥|=>)? ?v?\d[\d.]{0,12}\+?)/,
    /(package) ([a-z]+\/[a-z/]{2,40}) is not in (?:GOROOT|std)/,
    /your (\w{2,20}) version \(v?[\d.]{1,20}\) (?:does not satisfy|is too old|is not supported)[^\n]{0,40}?(\d[\d.]{0,12})?/i,
  ],
  ([, runtime = '', version = ''], evidence) => {
    const [name, wanted] = runtime === 'package' ? ['Go', version] : [runtime, version];
    return {
      cause: l10n.t('The server needs another version of {0}: {1}', name, wanted.trim()),
      remedies: [
        installRemedy(name.toLowerCase().replace(/^j(?:dk|re)$/, 'java'), evidence.machine),
        askForFile(l10n.t('Choose the program'), ['command']),
        advise(l10n.t('Install the version that the server requires.')),
      ],
      isCertain: false,
    };
  },
);

export const goVersion = outputRule(
  'runtime/go-old',
  [/requires go ?>= ?([\d.]{1,12})/, /go\.mod requires go >= ([\d.]{1,12})/],
  ([, version = '']) => ({
    cause: l10n.t('The server needs Go {0} or newer.', version),
    remedies: [setValue(l10n.t('Let Go fetch the version that is needed'), ['env', 'GOTOOLCHAIN'], 'auto')],
  }),
);

export const rustVersion = outputRule(
  'runtime/rust-old',
  [/requires rustc ([\d.]{1,12})/, /feature `(edition\d{4})` is required/],
  ([, version = '']) => ({
    cause: l10n.t('The server needs a newer Rust: {0}.', version),
    remedies: [runInTerminal(l10n.t('Update Rust'), ['rustup', 'update'])],
  }),
);
