import { l10n } from '../../../../base/l10n.ts';
import { nodeOption } from '../../cures/environment.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Finding } from '../../model/rule.ts';
import { advise, ask, runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { outputRule, rule } from '../../model/rule.ts';

function explain(evidence: Evidence): Finding {
  const isNode = stdioOf(evidence) !== undefined && /JavaScript heap|FATAL ERROR/.test(evidence.stderr);
  const used = usedGigabytes(evidence);
  const limit = used < 3 ? 4 : 2 ** Math.ceil(Math.log2(used * 1.5));
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const set = /--max[-_]old[-_]space[-_]size=\d+|-Xmx\d+\w?/.exec([env['NODE_OPTIONS'], ...args].join(' '))?.[0];
  return {
    cause:
      set !== undefined
        ? l10n.t('The server ran out of memory: {0} of the entry limits it.', set)
        : used < 0.5
          ? l10n.t('The server ran out of memory.')
          : l10n.t('The server ran out of memory: it used {0} GB.', used.toFixed(1)),
    remedies: [
      ...withMoreMemory(evidence),
      ...(/CUDA/.test(outputOf(evidence))
        ? [setValue(l10n.t('Run it without the GPU'), ['env', 'CUDA_VISIBLE_DEVICES'], '-1')]
        : []),
      ...biggerHeap(evidence, limit),
      ...(isNode
        ? [nodeOption(l10n.t('Let it use {0} GB', limit), evidence, `--max-old-space-size=${limit * 1024}`)]
        : []),
      advise(l10n.t('Give it less to do, or more memory.')),
    ],
  };
}

/** As the collector of Node.js prints it before the end. */
function usedGigabytes({ stderr }: Evidence): number {
  const [, megabytes = '0'] = /(?:Mark-Compact|Mark-sweep|Scavenge)[^\n]{0,40}? (\d{2,6})\.\d \(/.exec(stderr) ?? [];
  return Number(megabytes) / 1024;
}

/** A function calls itself without an end, or the data is too deep. */
export const stackOverflow = outputRule(
  'crash/stack',
  [
    /(has overflowed its stack|stack overflow|StackOverflowError|goroutine stack exceeds|Maximum call stack size exceeded|maximum recursion depth exceeded)/i,
  ],
  ([, what = '']) => ({
    cause: l10n.t('The server calls itself without an end: {0}', what),
    remedies: [advise(l10n.t('Correct the server there, or report it to its author.'))],
    isCertain: false,
  }),
);

/** Go ends a program of which every part waits for another. */
export const deadlock = outputRule('crash/deadlock', [/(all goroutines are asleep - deadlock!)/], ([, what = '']) => ({
  cause: l10n.t('The parts of the server wait for each other: {0}', what),
  remedies: [advise(l10n.t('Correct the server there, or report it to its author.'))],
}));

export const outOfMemory = outputRule(
  'crash/memory',
  [
    /JavaScript heap out of memory/,
    /(?:^|\n)MemoryError/,
    /java\.lang\.OutOfMemoryError/,
    /fatal error: runtime: out of memory/,
    /std::bad_alloc/,
    /memory allocation of \d+ bytes failed/,
    /Allowed memory size of \d+ bytes exhausted/,
    /CUDA out of memory/,
    /heap out of memory|reaching memory limit|ERR_WORKER_OUT_OF_MEMORY|Cannot allocate memory|\bENOMEM\b|System\.OutOfMemoryException|failed to allocate memory/,
  ],
  (_match, evidence) => explain(evidence),
);

export const killed = rule('crash/killed', (evidence) => {
  const { end } = evidence;
  if (end?.signal !== 'SIGKILL' && end?.code !== 137) return undefined;
  const quarantined = quarantine(evidence);
  if (quarantined) return quarantined;
  const limit = memoryLimit(evidence);
  return {
    cause:
      limit === undefined
        ? l10n.t('The server was killed from outside, most often because memory ran out.')
        : l10n.t('The container was killed, most often because it needs more memory than "{0}" allows.', limit),
    remedies: [...lessMemory(evidence), advise(l10n.t('Look at the log of the system, or give it more memory.'))],
    isCertain: false,
  };
});

/** As the entry gives it to Docker. */
function memoryLimit(evidence: Evidence): string | undefined {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex(
    (arg, index) => /^(?:--memory|-m)$/.test(args[index - 1] ?? '') && /^\d+[bkmg]*$/i.test(arg),
  );
  return at < 0 ? args.find((arg) => arg.startsWith('--memory=')) : `${args[at - 1] ?? ''} ${args[at] ?? ''}`;
}

/** The limit of a container, or the model that is too large for this machine. */
function lessMemory(evidence: Evidence): readonly Remedy[] {
  const { args = [] } = stdioOf(evidence) ?? {};
  if (args.some((arg) => arg.startsWith('--memory=')))
    return [
      setArgs(
        l10n.t('Use {0}', '--memory=2g'),
        args
          .filter((arg) => !arg.startsWith('--memory-swap='))
          .map((arg) => arg.replace(/^--memory=.*/, '--memory=2g')),
      ),
    ];
  const at = args.findIndex(
    (arg, index) =>
      /^--(?:memory|model|[\w-]+-model|model-[\w-]+)$/.test(args[index - 1] ?? '') ||
      (args[index - 1] === '-m' && /^\d+[kmg]b?$/i.test(arg)),
  );
  const now = args[at];
  return now === undefined ? [] : [ask(l10n.t('Enter another value instead of {0}', now), ['args', at], { now })];
}

const crashes: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGBUS', 'SIGFPE', 'SIGTRAP']);

/** How a shell or a container tells a signal: 128 and its number. */
const shellCodes: ReadonlyMap<number, string> = new Map([
  [132, 'SIGILL'],
  [134, 'SIGABRT'],
  [135, 'SIGBUS'],
  [136, 'SIGFPE'],
  [139, 'SIGSEGV'],
]);

/** What shells print of a program that they started. */
function saidSignal(output: string): string | undefined {
  return /^(?:.{0,80}: )?(?:line \d+: +\d+ )?(Segmentation fault|Illegal instruction|Bus error|Floating point exception|Trace\/breakpoint trap)(?: \(core dumped\))?/m.exec(
    output,
  )?.[1];
}

function crashCause(name: string, thrown: string | undefined, library: string | undefined): string {
  if (name === 'SIGILL' && thrown === undefined)
    return l10n.t('The server uses an instruction that this processor does not have ({0}).', name);
  if (thrown !== undefined) return l10n.t('The server crashed ({0}): {1}', name, thrown);
  return library === undefined
    ? l10n.t('The server crashed ({0}).', name)
    : l10n.t('The server crashed ({0}) in the library {1}.', name, library);
}

/** The library of the innermost frame. */
function crashedIn(output: string): string | undefined {
  return /[/\\](?:site-packages|dist-packages|node_modules)[/\\]((?:@[\w.-]{1,60}[/\\])?[\w.-]{1,60})[/\\]/.exec(
    output,
  )?.[1];
}

export const crashed = rule('crash/signal', (evidence) => {
  const { end } = evidence;
  const signal = end?.signal ?? undefined;
  const byCode = shellCodes.get(end?.code ?? 0);
  const name = signal !== undefined && crashes.has(signal) ? signal : (byCode ?? saidSignal(outputOf(evidence)));
  if (name === undefined || /Unhandled exception|panic: |Traceback|terminate called|overflow/.test(outputOf(evidence)))
    return undefined; // it says why
  const library = crashedIn(outputOf(evidence));
  const thrown =
    /(\S{1,100}\.(?:c|cc|cpp|h|cu|mm):\d+: [^\n]{0,100}?Assertion [^\n]{1,160} failed)/.exec(outputOf(evidence))?.[1] ??
    /terminating (?:due to|with) uncaught exception[^\n:]{0,80}(?:::\w+)?: ([^\n]{3,200})/.exec(
      outputOf(evidence),
    )?.[1];
  return {
    cause: crashCause(name, thrown, library),
    remedies: [advise(l10n.t('Install it again or in another version; a native module may not fit this system.'))],
  };
});

/** What Windows says with a number only. */
const windowsCodes: Readonly<Record<string, string>> = {
  3221225781: '0xC0000135, DLL',
  3221225595: '0xC000007B, DLL',
  3221225477: '0xC0000005',
  3221226505: '0xC0000409',
  3221225501: '0xC000001D',
};

export const windowsCrash = rule('crash/windows', ({ end }) => {
  const name = windowsCodes[String((end?.code ?? 0) >>> 0)];
  if (name === undefined) return undefined;
  const isLibrary = name.endsWith('DLL');
  return {
    cause: isLibrary
      ? l10n.t('Windows finds no library that the program needs ({0}).', name)
      : l10n.t('The server crashed ({0}).', name),
    remedies: [
      runInTerminal(l10n.t('Install {0}', 'Visual C++'), [
        'winget',
        'install',
        '--exact',
        'Microsoft.VCRedist.2015+.x64',
      ]),
    ],
    isCertain: isLibrary,
  };
});

export const systemLimit = outputRule(
  'crash/limit',
  [
    /System limit for number of file watchers reached/,
    /\b(?:EMFILE|ENFILE): [^\n]{1,100}/,
    /\[Errno 24\] Too many open files/,
    /(?:pthread_create|uv_thread_create|fork)[^\n]{0,40}Resource temporarily unavailable/,
  ],
  ([all = ''], { machine }, line) => ({
    cause: l10n.t('A limit of this system is reached: {0}', line),
    remedies: [
      ...raiseLimit(all, machine),
      advise(l10n.t('Let the server watch fewer files, or raise the limit of the system.')),
    ],
  }),
);

function raiseLimit(what: string, { platform }: Machine): readonly Remedy[] {
  if (what.includes('temporarily')) return []; // of processes: which one is full is not said
  if (platform !== 'linux')
    return platform === 'darwin'
      ? [runInTerminal(l10n.t('Raise the limit'), ['sudo', 'launchctl', 'limit', 'maxfiles', '65536', '200000'])]
      : [];
  const key = what.includes('watchers') ? 'fs.inotify.max_user_watches' : 'fs.file-max';
  return [runInTerminal(l10n.t('Raise the limit'), ['sudo', 'sysctl', `${key}=524288`])];
}

/** macOS ends a downloaded program that is not signed, without a word. */
function quarantine(evidence: Evidence): Finding | undefined {
  const launch = stdioOf(evidence);
  if (!launch?.command.startsWith('/') || evidence.machine.platform !== 'darwin' || outputOf(evidence) !== '')
    return undefined;
  return {
    cause: l10n.t('macOS has ended {0} at once: it was downloaded and is not signed, or was changed.', launch.command),
    remedies: [runInTerminal(l10n.t('Let macOS run it'), ['xattr', '-d', 'com.apple.quarantine', launch.command])],
    isCertain: false,
  };
}

/** An option of the command line counts more than one in NODE_OPTIONS. */
function biggerHeap(evidence: Evidence, gigabytes: number): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex((arg) => /^--max[-_]old[-_]space[-_]size=\d/.test(arg));
  if (at < 0) return [];
  const option = `--max-old-space-size=${gigabytes * 1024}`;
  return [setArgs(l10n.t('Use {0}', option), args.with(at, option))];
}

function withMoreMemory(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => /^-Xmx\d/.test(arg)) ?? -1;
  if (launch && at >= 0) return [setArgs(l10n.t('Use {0}', '-Xmx4g'), launch.args.with(at, '-Xmx4g'))];
  const option = { php: ['-d', 'memory_limit=-1'], java: ['-Xmx4g'] }[launch?.command.split('/').at(-1) ?? ''];
  return launch && option ? [setArgs(l10n.t('Add "{0}"', option.join(' ')), [...option, ...launch.args])] : [];
}
