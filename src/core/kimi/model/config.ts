import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../base/fault.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { ServerHost } from '../../mcpServer/host.ts';
import type { BackendId } from './backend.ts';
import defaults from './defaults.json' with { type: 'json' };

export type BackendChoice = 'auto' | BackendId;

export interface KimiConfig {
  /** Passed on only if configured: model names change. */
  readonly model?: string;
  readonly timeoutMs: number;
  readonly maxFileBytes: number;
  readonly backend: BackendChoice;
  readonly roles: Readonly<Record<string, string>>;
  /** Runs at once in one folder. */
  readonly concurrency: number;
  readonly machine: MachineConfig;
}

/** What could run something or send a key somewhere: never read from a workspace. */
export interface MachineConfig {
  readonly cliPath?: string;
  readonly apiBaseUrl?: string;
  readonly passEnvironment: readonly string[];
  readonly allowWrites: boolean;
  readonly useLanguageModel: boolean;
  readonly keepSessions: boolean;
}

export interface LoadedConfig {
  readonly config: KimiConfig;
  /** Values that were not used, and why. */
  readonly warnings: readonly string[];
}

const choices: readonly string[] = ['auto', 'kimi-code', 'kimi-acp', 'kimi-legacy', 'moonshot-api', 'vscode-lm'];

/** One source of values; `undefined` means not set there. */
interface Layer {
  readonly source: string;
  get(key: LayerKey): unknown;
}
type LayerKey = 'model' | 'timeout' | 'maxFileSize' | 'backend' | 'roles' | 'concurrency';

/** defaults < user file < settings of a trusted workspace < environment. Read anew for each call: the file is small. */
export async function loadConfig(host: ServerHost): Promise<LoadedConfig> {
  const warnings: string[] = [];
  const file = await readConfigFile(configFile(host.homeDir), warnings);
  const layers = [environmentLayer(host), settingsLayer(host), fileLayer(host.homeDir, file)];
  const pick = <T>(key: LayerKey, read: (value: unknown) => T | undefined, wanted: string, fallback: T): T =>
    firstValid(layers, key, read, wanted, warnings) ?? fallback;
  const model = pick<string | undefined>('model', modelName, 'a model name', undefined);
  const config: KimiConfig = {
    timeoutMs: 1000 * pick('timeout', wholeNumber(1, 86_400), 'whole seconds, 1 to 86400', defaults.timeout),
    maxFileBytes: pick('maxFileSize', wholeNumber(1, 67_108_864), 'bytes, 1 to 67108864', defaults.max_file_size),
    backend: pick('backend', backendChoice, `one of ${choices.join(', ')}`, 'auto'),
    roles: { ...defaults.roles, ...pick('roles', roleTable, 'an object of role name to text', {}) },
    concurrency: pick('concurrency', wholeNumber(1, 4), 'a number from 1 to 4', 1),
    machine: machineConfig(host, file),
    ...(model !== undefined && { model }),
  };
  return { config, warnings };
}

export function configFile(homeDir: string): string {
  return join(homeDir, '.config', 'kimi-mcp', 'config.json');
}

function firstValid<T>(
  layers: readonly Layer[],
  key: LayerKey,
  read: (value: unknown) => T | undefined,
  wanted: string,
  warnings: string[],
): T | undefined {
  for (const layer of layers) {
    const value = layer.get(key);
    if (value === undefined || value === '') continue;
    const valid = read(value);
    if (valid !== undefined) return valid;
    warnings.push(`${layer.source}: ${key} ${JSON.stringify(value)} is not ${wanted}; ignored`);
  }
  return undefined;
}

const environmentNames: Readonly<Partial<Record<LayerKey, string>>> = {
  model: 'KIMI_MCP_MODEL',
  timeout: 'KIMI_MCP_TIMEOUT',
  maxFileSize: 'KIMI_MCP_MAX_FILE_SIZE',
  backend: 'KIMI_MCP_BACKEND',
};

function environmentLayer(host: ServerHost): Layer {
  return {
    source: 'environment',
    get: (key) => {
      const name = environmentNames[key];
      return name === undefined ? undefined : host.env[name];
    },
  };
}

const settingNames: Readonly<Partial<Record<LayerKey, string>>> = {
  timeout: 'timeoutSeconds',
  maxFileSize: 'maxFileBytes',
};

function settingsLayer(host: ServerHost): Layer {
  return {
    source: 'settings',
    get: (key) => (host.trusted() ? host.setting(`kimi.${settingNames[key] ?? key}`) : undefined),
  };
}

function fileLayer(homeDir: string, values: Readonly<Record<string, unknown>>): Layer {
  return {
    source: configFile(homeDir),
    get: (key) => values[key] ?? (key === 'maxFileSize' ? values['max_file_size'] : undefined),
  };
}

async function readConfigFile(path: string, warnings: string[]): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') warnings.push(`${path}: ${messageOf(error)}; ignored`);
    return {};
  }
  const parsed = parseJson(text);
  if (parsed.ok && isRecord(parsed.value)) return parsed.value;
  warnings.push(`${path}: ${parsed.ok ? 'not a JSON object' : parsed.reason}; ignored`);
  return {};
}

/** The user's own file may set these too, for the command line. */
function machineConfig(host: ServerHost, file: Readonly<Record<string, unknown>>): MachineConfig {
  const cliPath = filled(host.setting('kimi.path')) ?? filled(host.env['KIMI_MCP_PATH']);
  const apiBaseUrl = filled(host.setting('kimi.apiBaseUrl'));
  const passed = host.setting('kimi.passEnvironment') ?? file['pass_environment'];
  return {
    passEnvironment: Array.isArray(passed) ? passed.filter((name) => typeof name === 'string') : [],
    allowWrites: host.setting('kimi.allowWrites') === true,
    useLanguageModel: host.setting('kimi.useLanguageModel') === true,
    keepSessions: (host.setting('kimi.keepSessions') ?? file['keep_sessions']) === true,
    ...(cliPath !== undefined && { cliPath }),
    ...(apiBaseUrl !== undefined && { apiBaseUrl }),
  };
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A leading dash would read as an option of the CLI. */
function modelName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[^\s-][^\s]{0,199}$/.test(value) ? value : undefined;
}

function wholeNumber(min: number, max: number): (value: unknown) => number | undefined {
  return (value) => {
    const number = typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : value;
    return Number.isInteger(number) && (number as number) >= min && (number as number) <= max
      ? (number as number)
      : undefined;
  };
}

function backendChoice(value: unknown): BackendChoice | undefined {
  return typeof value === 'string' && choices.includes(value) ? (value as BackendChoice) : undefined;
}

function roleTable(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(([name, text]) => name !== '' && typeof text === 'string');
  return Object.fromEntries(entries) as Record<string, string>;
}
