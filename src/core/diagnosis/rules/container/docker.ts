import { l10n } from '../../../../base/l10n.ts';
import { basename, isAbsolute, resolve } from 'node:path';
import { changeValue, valueNamedIn } from '../../cures/entryValues.ts';
import { programName } from '../../cures/newestVersion.ts';
import { systemPackages } from '../../cures/install.ts';
import { containerRun, mounts } from '../../model/container.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask, openSource, runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';

export const dockerDenied = outputRule(
  'container/denied',
  [/permission denied while trying to connect to the (?:Docker daemon socket|docker API)/i],
  () => ({
    cause: l10n.t('This user has no permission to use Docker.'),
    remedies: [
      runInTerminal(l10n.t('Add the user to the group "docker", and sign in again'), [
        'sh',
        '-c',
        'sudo usermod -aG docker $USER',
      ]),
    ],
  }),
);

export const dockerTty = outputRule(
  'container/tty',
  [/the input device is not a TTY/, /cannot attach stdin to a TTY-enabled container/],
  (_match, evidence) => {
    const launch = stdioOf(evidence);
    const verb = launch?.args.findIndex((arg) => arg === 'run' || arg === 'exec') ?? -1;
    if (launch?.args.includes('compose') && verb >= 0 && !launch.args.some((arg) => /^-(?:t|it|ti)$/.test(arg)))
      return {
        cause: l10n.t(
          '"docker compose {0}" asks for a terminal, which a server does not have: "-T" is missing.',
          launch.args[verb] ?? '',
        ),
        remedies: [setArgs(l10n.t('Add "{0}"', '-T'), launch.args.toSpliced(verb + 1, 0, '-T'))],
        ...inEntry('args'),
      };
    const args = launch?.args.flatMap((arg) =>
      arg === '-t' || arg === '--tty' ? [] : [arg.replace(/^-(?:it|ti)$/, '-i')],
    );
    return {
      cause: l10n.t('"-t" asks Docker for a terminal, which a server does not have.'),
      remedies: args ? [setArgs(l10n.t('Remove "-t"'), args)] : [],
      ...inEntry('args'),
    };
  },
);

/** Without "-i" the container gets no stdin and ends at once. */
export const dockerNotInteractive = rule('container/stdin', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !/^(?:docker|podman)(?:\.exe)?$/.test(basename(launch.command))) return undefined;
  const at = launch.args.indexOf('run');
  const has = launch.args.some((arg) => /^-[a-z]*i[a-z]*$/.test(arg) || arg.startsWith('--interactive'));
  if (at < 0 || has || !launch.args.slice(0, at).every(isOption)) return undefined;
  return {
    cause: l10n.t('"docker run" has no "-i": the container gets no input and ends at once.'),
    remedies: [setArgs(l10n.t('Add "-i"'), launch.args.toSpliced(at + 1, 0, '-i'))],
    ...inEntry('args', at),
    isCertain: evidence.end !== undefined,
  };
});

/** Of Docker itself, such as `--context NAME`. */
function isOption(arg: string, at: number, args: readonly string[]): boolean {
  return arg.startsWith('-') || (args[at - 1]?.startsWith('--') ?? false);
}

/** In the background it has neither stdin nor stdout. */
export const dockerDetached = rule('container/detached', (evidence) => {
  const found = containerRun(evidence);
  const options = found?.launch.args.slice(found.run + 1, found.image < 0 ? undefined : found.image) ?? [];
  const at = options.findIndex((arg) => /^(?:-[itPq]*d[itPq]*|--detach)$/.test(arg));
  const option = options[at];
  if (!found || option === undefined) return undefined;
  const short = option.startsWith('--') ? '' : option.replace('d', '');
  const rest = short === '-' || short === '' ? [] : [short];
  return {
    cause: l10n.t('"{0}" starts the container in the background, where it gets no input and cannot respond.', option),
    remedies: [
      setArgs(
        l10n.t('Remove "{0}"', option),
        withInput(found.launch.args.toSpliced(found.run + 1 + at, 1, ...rest), found.run),
      ),
    ],
    ...inEntry('args', found.run + 1 + at),
  };
});

function withInput(args: readonly string[], run: number): readonly string[] {
  const has = args.some((arg) => /^-[a-z]*i[a-z]*$/.test(arg) || arg === '--interactive');
  return has ? args : args.toSpliced(run + 1, 0, '-i');
}

export const mountMissing = outputRule(
  'container/mount',
  [
    /bind source path does not exist: (\S{1,300}?)\.?(?:\s|$)/,
    /invalid mount config[^\n]{0,100}?: (\S{1,300})/,
    /Mounts denied:[^]{0,60}?The path (\S{1,300})/,
    /statfs (\S{1,300}): no such file or directory/,
    /error while creating mount source path '([^'\n]{1,300})'/,
    /create (\/[^\n:"]{1,300}): "[^"\n]{1,300}" includes invalid characters/,
    /"(\.{1,2}\/[^"\n]{1,200})" includes invalid characters for a local volume name/,
  ],
  ([, path = ''], evidence, line) => ({
    cause: isOutsideSnap(line, path, evidence)
      ? l10n.t('Docker was installed as a snap, which sees only the home folder and not {0}.', path)
      : path.startsWith('.')
        ? l10n.t('{0} cannot be mounted into the container: Docker wants the whole path.', path)
        : l10n.t('The folder {0} cannot be mounted into the container.', path),
    remedies: [
      ...wholePath(evidence, path),
      ...nearMount(evidence, path),
      ...(isAbsolute(path) && evidence.machine.kindOf(path) === undefined
        ? [runInTerminal(l10n.t('Create the folder'), ['mkdir', '-p', path])]
        : []),
      ...mountArgument(evidence, path),
    ],
    ...inEntry('args'),
  }),
);

/** A snap sees a system of its own, in which only the home folder is real. */
function isOutsideSnap(line: string, path: string, { machine }: Evidence): boolean {
  const isSnap = /\/snap\//.test(machine.findProgram('docker') ?? '');
  return isSnap && /read-only file system/i.test(line) && !path.startsWith(`${machine.home}/`);
}

/** From the folder of the server. */
function wholePath(evidence: Evidence, file: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => arg.startsWith(`${file}:`) || arg.includes(`=${file}`)) ?? -1;
  const now = launch?.args[at];
  if (!file.startsWith('.') || launch?.cwd === undefined || now === undefined) return [];
  const whole = now.replace(file, () => resolve(launch.cwd ?? '/', file));
  return [setValue(l10n.t('Use {0}', whole), ['args', at], whole)];
}

/** The user in the container is another one, and SELinux keeps containers out of folders of the user. */
export const mountDenied = outputRule(
  'container/mount-denied',
  [
    /(?:EACCES|EPERM|EROFS)[^\n]{0,60}?'(\/[^'\n]{1,300})'/,
    /(?:Permission denied|Read-only file system):? '(\/[^'\n]{1,300})'/,
    /(\/[\w./-]{1,300}): (?:Permission denied|Read-only file system)/i,
  ],
  ([all = '', file = ''], evidence) => {
    const found = containerRun(evidence);
    const [source, inside] = found
      ? (mounts(found).find(([, each]) => file === each || file.startsWith(`${each}/`)) ?? [])
      : [];
    if (!found || source === undefined || inside === undefined) return undefined;
    const at = found.launch.args.findIndex((arg) => arg.includes(source));
    const now = found.launch.args[at] ?? '';
    const isReadOnly = /EROFS|Read-only/i.test(all) || /:ro\b|,readonly/.test(now);
    const isPodman = nameOf(evidence) === 'podman';
    return {
      cause: isReadOnly
        ? l10n.t('{0} is mounted into the container as read-only ({1}).', source, inside)
        : l10n.t('The container has no permission to use {0}, which is mounted at {1}.', source, inside),
      remedies: [
        ...(isReadOnly
          ? [setValue(l10n.t('Let it write there'), ['args', at], now.replace(/:ro\b|,readonly(?:=true)?/, ''))]
          : []),
        ...(isReadOnly || !isPodman ? [] : [setValue(l10n.t('Add "{0}"', ':Z'), ['args', at], `${now}:Z`)]),
        ...(isReadOnly
          ? []
          : [setArgs(l10n.t('Start it as the owner of {0}', source), asOwner(found.launch.args, found.run, isPodman))]),
        advise(l10n.t('Change the permissions of {0}, or give the server another path.', source)),
      ],
      ...inEntry('args', at),
    };
  },
);

/** Of the first user, who is the only one on most machines. */
function asOwner(args: readonly string[], run: number, isPodman: boolean): readonly string[] {
  return args.toSpliced(run + 1, 0, ...(isPodman ? ['--userns=keep-id'] : ['--user', '1000:1000']));
}

/** `NAME = value` behind "-e". */
function blankIn(evidence: Evidence): string | undefined {
  return stdioOf(evidence)?.args.find((arg) => /^\w+\s+=|^\w+=\s+\S/.test(arg));
}

function withoutBlank(evidence: Evidence, said: string): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const wrong = said.startsWith('invalid reference') ? blankIn(evidence) : undefined;
  if (wrong === undefined) return [];
  return [setArgs(l10n.t('Remove the blank'), args.with(args.indexOf(wrong), wrong.replace(/\s*=\s*/, '=')))];
}

function withoutGpu(evidence: Evidence): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex((arg) => /^--gpus\b/.test(arg));
  const count = args[at] === '--gpus' ? 2 : 1;
  return at < 0
    ? []
    : [setArgs(l10n.t('Remove "{0}"', args.slice(at, at + count).join(' ')), args.toSpliced(at, count))];
}

export const dockerReference = outputRule(
  'container/reference',
  [
    /invalid reference format[^\n]{0,200}/,
    /docker: '([\w-]{1,60})' is not a docker command/,
    /docker: unknown command: docker ([\w-]{1,60})/,
    /Error response from daemon: (?:[^\n]{0,60}: )?network ([\w.-]{1,60}) not found/,
    /could not select device driver[^\n]{0,40}capabilities: \[\[(gpu)/,
    /short-name "([^"\n]{1,100})" did not resolve to an alias/,
    /container name "?\/?([\w.-]{1,100})"? is already in use/,
  ],
  ([all = '', name = ''], evidence) => ({
    cause: isCommand(all)
      ? l10n.t(
          'Docker has no command "{0}": the part of Docker Desktop that brings it is not installed or too old.',
          name,
        )
      : name === 'gpu'
        ? l10n.t('Docker cannot give a GPU to the container: the toolkit of its maker is not installed.')
        : blankIn(evidence) !== undefined && all.startsWith('invalid reference')
          ? l10n.t(
              'The argument "{0}" has a blank around its "=", so that Docker takes a part of it for the image.',
              blankIn(evidence) ?? '',
            )
          : all.startsWith('short-name')
            ? l10n.t('Podman does not know from which registry "{0}" comes.', name)
            : l10n.t('Docker cannot start the container: {0}', name === '' ? all : all.slice(0, 160)),
    remedies: [
      ...(isCommand(all)
        ? [{ text: l10n.t('Open {0}', toolkit), cure: { kind: 'browse', url: toolkit } } as const]
        : []),
      ...withoutBlank(evidence, all),
      ...(name === 'gpu' ? withoutGpu(evidence) : []),
      ...withRegistry(evidence, all, name),
      ...(all.startsWith('container name')
        ? [runInTerminal(l10n.t('Remove the old container'), ['docker', 'rm', '--force', name])]
        : []),
      ...(all.includes(': network ')
        ? [runInTerminal(l10n.t('Create the network'), ['docker', 'network', 'create', name])]
        : []),
      ...lowerCase(evidence, all),
      ...changeValue(evidence, name),
    ],
    ...inEntry('args'),
  }),
);

const toolkit = 'https://docs.docker.com/ai/mcp-catalog-and-toolkit/';

function isCommand(said: string): boolean {
  return /is not a docker command|unknown command: docker/.test(said);
}

/** Docker takes its own registry where none is named. */
function withRegistry(evidence: Evidence, said: string, name: string): readonly Remedy[] {
  const at = stdioOf(evidence)?.args.indexOf(name) ?? -1;
  if (!said.startsWith('short-name') || at < 0) return [];
  const whole = `docker.io/${name.includes('/') ? name : `library/${name}`}`;
  return [setValue(l10n.t('Use {0}', whole), ['args', at], whole)];
}

/** Names of images have no capital letters. */
function lowerCase(evidence: Evidence, said: string): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex(
    (arg) => arg.includes('/') && /[A-Z]/.test(arg) && !arg.startsWith('-') && !arg.includes('='),
  );
  const image = args[at]?.toLowerCase();
  if (image === undefined || !/lower ?case/.test(said)) return [];
  return [setValue(l10n.t('Use {0}', image), ['args', at], image)];
}

/** Without its plugin, Docker takes the options of "compose" for its own. */
export const composeMissing = rule('container/compose', (evidence) => {
  const launch = stdioOf(evidence);
  const isSaid = /unknown (?:shorthand )?flag: |'compose' is not a docker command|unknown command: docker compose/.test(
    outputOf(evidence),
  );
  if (nameOf(evidence) !== 'docker' || launch?.args[0] !== 'compose' || !isSaid) return undefined;
  if (
    !/Usage: {1,4}docker \[OPTIONS\]|is not a docker command|unknown command: docker compose/.test(outputOf(evidence))
  )
    return undefined;
  return {
    cause: l10n.t('Docker has no command "compose": its plugin is not installed.'),
    remedies: [
      runInTerminal(
        l10n.t('Install {0}', 'Docker Compose'),
        systemPackages(['docker-compose-plugin'], evidence.machine),
      ),
    ],
    ...inEntry('args', 0),
  };
});

export const sandboxFailed = outputRule(
  'container/sandbox',
  [/(SUID) (sandbox helper[^\n]{1,200})/, /(?:^|\n)(bwrap|sandbox-exec|firejail|landlock|unshare): ([^\n]{1,200})/],
  ([, tool = '', message = '']) => ({
    cause: l10n.t('The sandbox "{0}" could not be set up: {1}', tool, message),
    remedies: [advise(l10n.t('Grant it the permission that it names, or start the server without it.'))],
  }),
);

function nameOf(evidence: Evidence): string {
  return programName(stdioOf(evidence)?.command ?? '');
}

/** `/home/ada/notes:/notes` is about its first part. */
/** A folder that is written almost so. */
function nearMount({ machine, ...evidence }: Evidence, path: string): readonly Remedy[] {
  const args = stdioOf({ machine, ...evidence })?.args ?? [];
  const at = args.findIndex((arg) => arg.includes(path));
  if (at < 0 || !isAbsolute(path) || machine.kindOf(path) !== undefined) return [];
  const near = nearbyFile(path, machine);
  return near === undefined
    ? []
    : [
        setValue(
          l10n.t('Use {0}', near),
          ['args', at],
          args[at]?.replace(path, () => near),
        ),
      ];
}

function mountArgument(evidence: Evidence, path: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => arg.includes(path)) ?? -1;
  if (!launch || at < 0 || path === '') return valueNamedIn(evidence, path) ? changeValue(evidence, path) : [];
  const now = launch.args[at] ?? '';
  return [ask(l10n.t('Enter another value instead of {0}', now), ['args', at], { now })];
}

/** Docker keeps passwords with a program that its configuration names. */
export const dockerHelper = outputRule(
  'container/credentials',
  [/error getting credentials - err: exec: "(docker-credential-[\w-]{1,40})"/],
  ([, helper = ''], { machine }) => ({
    cause: l10n.t('Docker keeps its passwords with the program "{0}", which is not there.', helper),
    remedies: [
      openSource(`${machine.home}/.docker/config.json`, 1),
      advise(l10n.t('Remove "credsStore" from the configuration of Docker.')),
    ],
  }),
);
