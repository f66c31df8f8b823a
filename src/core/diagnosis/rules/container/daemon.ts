import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { startDocker } from '../../cures/services.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** What has Docker in a virtual machine, by the socket that it makes. */
const hosts: readonly (readonly [socket: RegExp, name: string, command: readonly string[]])[] = [
  [/\/\.colima\/|\/colima\//, 'Colima', ['colima', 'start']],
  [/\/\.orbstack\//, 'OrbStack', ['orb', 'start']],
  [/\/\.rd\//, 'Rancher Desktop', ['rdctl', 'start']],
  [/\/\.lima\/(?:docker|default)\//, 'Lima', ['limactl', 'start', 'docker']],
  [/\/\.docker\/desktop\//, 'Docker Desktop', ['systemctl', '--user', 'start', 'docker-desktop']],
  [/\/podman\//, 'Podman', ['podman', 'machine', 'start']],
  [/\/\.minikube\/|192\.168\.49\.2/, 'minikube', ['minikube', 'start']],
];

export const dockerNotRunning = outputRule(
  'container/daemon',
  [
    /Cannot connect to the Docker daemon at (\S{1,200}?)\. Is the docker daemon running/,
    /error during connect[^\n]{0,200}(docker_engine|dockerDesktopLinuxEngine)/,
    /failed to connect to the docker API at (\S{1,200})/,
    /Docker Desktop is (?:not running|(?:manually )?(?:paused|unable to start))/,
    /Cannot connect to Podman[^\n]{0,100}/,
  ],
  ([all = '', socket = ''], evidence) => {
    const tool = /cannot connect to podman/i.test(all) || nameOf(evidence) === 'podman' ? 'podman' : 'docker';
    const [, host, command] = tool === 'podman' ? [] : (hosts.find(([at]) => at.test(socket)) ?? []);
    if (host !== undefined && command)
      return {
        cause: l10n.t('{0}, in which Docker runs on this machine, is not started.', host),
        remedies: [runInTerminal(l10n.t('Start {0}', host), command)],
      };
    const remote = /^(?:tcp|ssh|https?):\/\/\S{3,100}$/.exec(socket)?.[0];
    if (remote !== undefined && tool === 'docker') return elsewhere(remote, evidence);
    return {
      cause: tool === 'podman' ? l10n.t('Podman is not running.') : l10n.t('Docker is not running.'),
      // Docker Desktop is started by itself on Linux too.
      remedies: [startDocker(tool, all.startsWith('Docker Desktop') ? { platform: 'darwin' } : evidence.machine)],
    };
  },
);

/** Docker Desktop of Windows runs either kind of containers. */
export const windowsContainers = outputRule(
  'container/windows',
  [/no matching manifest for windows\/\w+/, /image operating system "linux" cannot be used on this platform/],
  () => ({
    cause: l10n.t('Docker is set to containers of Windows, and the image is one of Linux.'),
    remedies: [
      runInTerminal(l10n.t('Switch Docker to containers of Linux'), [
        String.raw`C:\Program Files\Docker\Docker\DockerCli.exe`,
        '-SwitchLinuxEngine',
      ]),
    ],
  }),
);

function elsewhere(address: string, evidence: Evidence) {
  const isInEntry = stdioOf(evidence)?.env['DOCKER_HOST'] !== undefined;
  return {
    cause: l10n.t('There is no Docker at {0}, which DOCKER_HOST or the context names.', address),
    remedies: [
      setValue(l10n.t('Use Docker of this machine'), ['env', 'DOCKER_HOST'], isInEntry ? undefined : ''),
      advise(l10n.t('Start Docker there, or choose another context with "docker context use".')),
    ],
    ...inEntry('env', 'DOCKER_HOST'),
  };
}

function nameOf(evidence: Evidence): string {
  return programName(stdioOf(evidence)?.command ?? '');
}
