import type { BrokenSetup } from './setup.ts';

const docker = { command: 'docker', args: ['run', '-i', '--rm', 'mcp/x'] };
const windows = { platform: 'win32' } as const;

/** Containers, sandboxes, Windows and WSL. */
export const containerSetups: readonly BrokenSetup[] = [
  {
    name: 'Docker is not running',
    launch: docker,
    stderr: 'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    exit: 125,
    rule: 'container/daemon',
    says: /not running/,
  },
  {
    name: 'Docker Desktop is not running',
    launch: docker,
    stderr:
      'error during connect: this error may indicate that the docker daemon is not running: Get "http://%2F%2F.%2Fpipe%2Fdocker_engine/v1.24/containers"',
    exit: 125,
    ...windows,
    rule: 'container/daemon',
    says: /not running/,
  },
  {
    name: 'Docker is for others',
    launch: docker,
    stderr:
      'docker: permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
    exit: 126,
    rule: 'container/denied',
    says: /no permission to use Docker/,
    cure: 'terminal',
  },
  {
    name: 'an image that is not there',
    launch: docker,
    stderr:
      "Unable to find image 'mcp/x:latest' locally\ndocker: Error response from daemon: pull access denied for mcp/x, repository does not exist or may require 'docker login'",
    exit: 125,
    rule: 'container/image',
    says: /mcp\/x/,
  },
  {
    name: 'a tag that is not there',
    launch: docker,
    stderr: 'docker: Error response from daemon: manifest for mcp/x:9 not found: manifest unknown',
    exit: 125,
    rule: 'container/image',
    says: /mcp\/x:9/,
  },
  {
    name: 'an image for another processor',
    launch: docker,
    stderr: 'docker: no matching manifest for linux/arm64/v8 in the manifest list entries.',
    exit: 125,
    rule: 'container/image',
    says: /linux\/arm64/,
  },
  {
    name: 'a terminal for a server',
    launch: { command: 'docker', args: ['run', '-it', 'mcp/x'] },
    stderr: 'the input device is not a TTY',
    exit: 1,
    rule: 'container/tty',
    says: /"-t"/,
    cure: 'edit',
  },
  {
    name: 'no input for a container',
    launch: { command: 'docker', args: ['run', '--rm', 'mcp/x'] },
    exit: 0,
    rule: 'container/stdin',
    says: /"-i"/,
    cure: 'edit',
  },
  {
    name: 'a folder that cannot be mounted',
    launch: docker,
    stderr:
      'docker: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /srv/gone',
    exit: 125,
    rule: 'container/mount',
    says: /\/srv\/gone/,
  },
  {
    name: 'an image without a name',
    launch: docker,
    stderr: 'docker: invalid reference format: repository name (library/Foo) must be lowercase.',
    exit: 125,
    rule: 'container/reference',
    says: /invalid reference format/,
  },
  {
    name: 'a name that is taken',
    launch: docker,
    stderr:
      'docker: Error response from daemon: Conflict. The container name "/mcp" is already in use by container "abc".',
    exit: 125,
    rule: 'container/reference',
    says: /already in use/,
  },
  {
    name: 'a sandbox that cannot be set up',
    launch: { command: 'bwrap', args: ['node', 's.js'] },
    stderr: 'bwrap: setting up uid map: Permission denied',
    exit: 1,
    rule: 'container/sandbox',
    says: /setting up uid map/,
  },
  {
    name: 'cmd does not find it',
    launch: { command: 'cmd', args: ['/c', 'npx', 'x'] },
    stderr: "'npx' is not recognized as an internal or external command,\r\noperable program or batch file.",
    exit: 1,
    ...windows,
    rule: 'windows/not-recognized',
    says: /"npx"/,
  },
  {
    name: 'PowerShell does not find it',
    launch: { command: 'powershell', args: ['uvx', 'x'] },
    stderr: "The term 'uvx' is not recognized as a name of a cmdlet, function, script file, or executable program.",
    exit: 1,
    ...windows,
    rule: 'windows/not-recognized',
    says: /"uvx"/,
  },
  {
    name: 'PowerShell may not run scripts',
    launch: { command: 'npx', args: ['x'] },
    stderr:
      'npx : File C:\\Program Files\\nodejs\\npx.ps1 cannot be loaded because running scripts is disabled on this system.',
    exit: 1,
    ...windows,
    rule: 'windows/scripts-disabled',
    says: /npx\.ps1/,
    cure: 'edit',
  },
  {
    name: 'a batch file without a shell',
    launch: { command: 'npx.cmd', args: ['x'] },
    code: 'EINVAL',
    ...windows,
    rule: 'windows/batch-file',
    says: /npx\.cmd/,
    cure: 'edit',
  },
  {
    name: 'a folder of WSL for Windows',
    launch: { command: 'cmd', args: ['/c', 'x'] },
    stderr:
      "'\\\\wsl$\\Ubuntu\\home\\ada'\r\nCMD.EXE was started with the above path as the current directory.\r\nUNC paths are not supported.  Defaulting to Windows directory.",
    exit: 1,
    ...windows,
    rule: 'windows/unc',
    says: /WSL/,
  },
  {
    name: 'no such distribution',
    launch: { command: 'wsl', args: ['-d', 'X', 'node', 's.js'] },
    stderr: 'There is no distribution with the supplied name.\nError code: Wsl/Service/WSL_E_DISTRO_NOT_FOUND',
    exit: 1,
    ...windows,
    rule: 'windows/wsl',
    says: /distribution/,
  },
];
