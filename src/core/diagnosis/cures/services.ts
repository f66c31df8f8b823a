import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Machine } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

/** Services by their usual port: unit of systemd, formula of Homebrew. */
const services: Readonly<Record<string, readonly [unit: string, formula: string]>> = {
  5432: ['postgresql', 'postgresql'],
  3306: ['mysql', 'mysql'],
  6379: ['redis-server', 'redis'],
  27017: ['mongod', 'mongodb-community'],
  9200: ['elasticsearch', 'elasticsearch'],
  11434: ['ollama', 'ollama'],
  5672: ['rabbitmq-server', 'rabbitmq'],
  8086: ['influxdb', 'influxdb'],
  7687: ['neo4j', 'neo4j'],
  1433: ['mssql-server', ''],
  2375: ['docker', ''],
};

const aliases: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  mariadb: 'mysql',
  mongodb: 'mongod',
  mongo: 'mongod',
  redis: 'redis-server',
  rabbitmq: 'rabbitmq-server',
};

/** A service of this machine that does not run. */
export function startService(address: string, machine: Machine): readonly Remedy[] {
  const [, host = '', port = ''] = /^(?:\w+:\/\/)?(.*?):(\d+)\b/.exec(address) ?? [];
  const isHere = /^(?:localhost|127\.|::1|\[::1\]|0\.0\.0\.0)/.test(host);
  const word = address.toLowerCase();
  const byName = Object.values(services).find((names) => word !== '' && names.includes(aliases[word] ?? word));
  const service = isHere ? services[port] : byName;
  if (!service) return [];
  const [unit, formula] = service;
  const command = startCommand(unit, formula, machine);
  return command ? [runInTerminal(l10n.t('Start {0}', unit), command)] : [];
}

function startCommand(unit: string, formula: string, { platform }: Machine): readonly string[] | undefined {
  if (platform === 'win32') return ['net', 'start', unit];
  if (platform !== 'darwin') return ['sudo', 'systemctl', 'start', unit];
  return formula === '' ? undefined : ['brew', 'services', 'start', formula];
}

export function startDocker(tool: string, { platform }: Machine): Remedy {
  const name = tool === 'podman' ? 'Podman' : 'Docker';
  return runInTerminal(l10n.t('Start {0}', name), dockerCommand(tool, platform));
}

function dockerCommand(tool: string, platform: string): readonly string[] {
  if (tool === 'podman') return ['podman', 'machine', 'start'];
  return platform === 'linux' ? ['sudo', 'systemctl', 'start', 'docker'] : ['docker', 'desktop', 'start'];
}
