import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Machine } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

interface Service {
  readonly name: string;
  /** Of systemd; also what Windows calls it. */
  readonly unit?: string;
  readonly formula?: string;
  /** Has a server of its own, which the user turns on in it. */
  readonly isApplication?: boolean;
}

/** By their usual port. Those without a unit are applications that the user opens. */
const services: Readonly<Record<string, Service>> = {
  5432: { name: 'PostgreSQL', unit: 'postgresql', formula: 'postgresql' },
  3306: { name: 'MySQL', unit: 'mysql', formula: 'mysql' },
  6379: { name: 'Redis', unit: 'redis-server', formula: 'redis' },
  27017: { name: 'MongoDB', unit: 'mongod', formula: 'mongodb-community' },
  9200: { name: 'Elasticsearch', unit: 'elasticsearch', formula: 'elasticsearch' },
  11434: { name: 'Ollama', unit: 'ollama', formula: 'ollama' },
  5672: { name: 'RabbitMQ', unit: 'rabbitmq-server', formula: 'rabbitmq' },
  8086: { name: 'InfluxDB', unit: 'influxdb', formula: 'influxdb' },
  7687: { name: 'Neo4j', unit: 'neo4j', formula: 'neo4j' },
  1433: { name: 'SQL Server', unit: 'mssql-server' },
  1521: { name: 'Oracle Database' },
  2375: { name: 'Docker', unit: 'docker' },
  6333: { name: 'Qdrant' },
  6334: { name: 'Qdrant' },
  19530: { name: 'Milvus' },
  9092: { name: 'Kafka', unit: 'kafka', formula: 'kafka' },
  9042: { name: 'Cassandra', unit: 'cassandra', formula: 'cassandra' },
  8123: { name: 'ClickHouse', unit: 'clickhouse-server', formula: 'clickhouse' },
  9090: { name: 'Prometheus', unit: 'prometheus', formula: 'prometheus' },
  1883: { name: 'MQTT', unit: 'mosquitto', formula: 'mosquitto' },
  11211: { name: 'Memcached', unit: 'memcached', formula: 'memcached' },
  9222: { name: 'Chrome' },
  27123: { name: 'Obsidian' },
  27124: { name: 'Obsidian' },
  4723: { name: 'Appium' },
  5037: { name: 'adb' },
  7888: { name: 'nREPL' },
  63342: { name: 'JetBrains IDE', isApplication: true },
  64342: { name: 'JetBrains IDE', isApplication: true },
};

const aliases: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  mariadb: 'mysql',
  mongodb: 'mongod',
  mongo: 'mongod',
  redis: 'redis-server',
  rabbitmq: 'rabbitmq-server',
};

/** What usually listens on a port of this machine. */
export function serviceAt(address: string): Service | undefined {
  const [, host = '', port = ''] = /^(?:\w+:\/\/)?(.*):(\d{1,5})(?!\d|:)/.exec(address) ?? [];
  return /^(?:localhost|127\.|::1|\[::1\]|0\.0\.0\.0)/.test(host) ? services[port] : undefined;
}

/** A service of this machine that does not run. */
export function startService(address: string, machine: Machine, cwd?: string): readonly Remedy[] {
  const word = address.toLowerCase();
  const byName = Object.values(services).find(
    ({ unit, formula }) => word !== '' && [unit, formula].includes(aliases[word] ?? word),
  );
  const service = serviceAt(address) ?? byName;
  if (service?.isApplication)
    return [{ text: l10n.t('Open {0}, turn on its MCP server, and try again', service.name), cure: { kind: 'retry' } }];
  const command = service && startCommand(service, machine);
  return command
    ? [runInTerminal(l10n.t('Start {0}', service.name), command, service.name === 'nREPL' ? cwd : undefined)]
    : [];
}

const nreplLibrary = '{:deps {nrepl/nrepl {:mvn/version "1.3.1"}}}';
/** Of Clojure, in the project where the server is started. */
const nrepl = ['clojure', '-Sdeps', nreplLibrary, '-M', '-m', 'nrepl.cmdline', '--port', '7888'];

function startCommand({ name, unit, formula }: Service, { platform }: Machine): readonly string[] | undefined {
  if (name === 'nREPL') return nrepl;
  if (name === 'adb') return ['adb', 'start-server'];
  if (platform === 'darwin') return formula === undefined ? undefined : ['brew', 'services', 'start', formula];
  if (unit === undefined) return undefined;
  return platform === 'win32' ? ['net', 'start', unit] : ['sudo', 'systemctl', 'start', unit];
}

export function startDocker(tool: string, { platform }: Pick<Machine, 'platform'>): Remedy {
  const name = tool === 'podman' ? 'Podman' : 'Docker';
  return runInTerminal(l10n.t('Start {0}', name), dockerCommand(tool, platform));
}

function dockerCommand(tool: string, platform: string): readonly string[] {
  if (tool === 'podman') return ['podman', 'machine', 'start'];
  return platform === 'linux' ? ['sudo', 'systemctl', 'start', 'docker'] : ['docker', 'desktop', 'start'];
}
