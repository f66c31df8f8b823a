import type { Evidence, LaunchFacts, Machine } from '../../../../src/core/diagnosis/model/evidence.ts';
import { usualFolders } from '../../../../src/core/diagnosis/model/usualFolders.ts';
import type { Cure } from '../../../../src/core/diagnosis/model/diagnosis.ts';

/** A broken setup as a user has it, and what has to be said about it. */
export interface BrokenSetup {
  readonly name: string;
  readonly launch?: Partial<Extract<LaunchFacts, { kind: 'stdio' }>>;
  readonly url?: string;
  readonly kind?: 'http' | 'sse' | 'ws';
  readonly headers?: Readonly<Record<string, string>>;
  /** The code of a system error. */
  readonly code?: string;
  readonly message?: string;
  readonly stderr?: string;
  readonly stdout?: string;
  readonly exit?: number | string;
  readonly timedOut?: boolean;
  readonly isOutputClosed?: boolean;
  readonly strayResponses?: number;
  readonly status?: number;
  readonly body?: string;
  readonly challenge?: string;
  readonly namesSignIn?: boolean;
  /** Paths that are there; one that ends with a slash, or with that of Windows, is a folder. */
  readonly files?: readonly string[];
  /** The first lines of files. */
  readonly heads?: Readonly<Record<string, string>>;
  readonly programs?: Readonly<Record<string, string>>;
  readonly platform?: string;
  readonly rule: string;
  /** What the cause names. */
  readonly says: RegExp;
  readonly cure?: Cure['kind'];
}

const homes: Readonly<Record<string, string>> = { darwin: '/Users/ada', win32: 'C:\\Users\\ada' };

function machineOf({ files = [], heads = {}, programs = {}, platform = 'linux' }: BrokenSetup): Machine {
  // Whatever holds a file is a folder, whether or not the setup lists it.
  const isFolder = (path: string) =>
    ['/', '\\'].some((end) => files.some((file) => file.startsWith(path.replace(/[/\\]$/, '') + end)));
  const namesIn = (folder: string) =>
    files
      .filter((file) => file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`))
      .map((file) => file.slice(folder.length + 1));
  const place = { home: homes[platform] ?? '/home/ada', platform, namesIn };
  const candidates = (name: string) =>
    usualFolders(place).flatMap((folder) =>
      platform === 'win32' ? [`${folder}\\${name}.exe`, `${folder}\\${name}.cmd`] : [`${folder}/${name}`],
    );
  return {
    ...place,
    kindOf: (path) => (isFolder(path) ? 'folder' : files.includes(path) ? 'file' : undefined),
    firstLine: (file) => (heads[file] ?? '').split('\n', 1)[0] ?? '',
    head: (file) => heads[file] ?? '',
    findProgram: (name) => programs[name] ?? candidates(name).find((file) => files.includes(file)),
  };
}

export function evidenceOf(setup: BrokenSetup): Evidence {
  const { url, kind = 'http', headers = {}, exit } = setup;
  const stdio = { kind: 'stdio', command: 'node', args: ['server.js'], env: {}, ...setup.launch } as const;
  return {
    launch: url === undefined ? stdio : { kind, url, headers },
    causes:
      setup.code === undefined && setup.message === undefined
        ? []
        : [{ code: setup.code, message: setup.message ?? '' }],
    stderr: setup.stderr ?? '',
    noise: setup.stdout === undefined ? [] : setup.stdout.split('\n'),
    reports: [],
    timedOut: setup.timedOut ?? false,
    ...(setup.isOutputClosed && { isOutputClosed: true }),
    ...(setup.strayResponses !== undefined && { strayResponses: setup.strayResponses }),
    machine: machineOf(setup),
    ...(exit !== undefined && {
      end: typeof exit === 'number' ? { code: exit, signal: null } : { code: null, signal: exit },
    }),
    ...(setup.status !== undefined && { status: setup.status }),
    ...(setup.body !== undefined && { body: setup.body }),
    ...(setup.challenge !== undefined && { challenge: setup.challenge }),
    ...(setup.namesSignIn !== undefined && { namesSignIn: setup.namesSignIn }),
  };
}
