import { messageOf } from '../../../base/fault.ts';
import { type Backend, type BackendId, canWrite } from '../model/backend.ts';
import type { BackendChoice, KimiConfig } from '../model/config.ts';
import { keyVariables, kimiCodeHome, kimiEnvironment } from '../process/environment.ts';
import { findClis, type FoundCli } from './findCli.ts';
import { kimiAcp } from './kimiAcp.ts';
import { type CliOptions, kimiCode } from './kimiCode.ts';
import { kimiLegacy } from './kimiLegacy.ts';
import { languageModel } from './languageModel.ts';
import { type ApiOptions, isSafeBaseUrl, moonshotApi } from './moonshotApi.ts';
import { type KimiHost, kimiPort } from '../model/port.ts';

/** One way to reach Kimi and whether it is available here. */
interface BackendCandidate {
  readonly id: BackendId;
  /** Present where it can be tried. */
  readonly backend?: Backend;
  /** What was found, or why it cannot be used. */
  readonly detail: string;
}

export interface DetectedBackends {
  readonly offers: readonly BackendCandidate[];
  readonly clis: readonly FoundCli[];
  /** Values that must not appear in any output. */
  readonly secrets: readonly string[];
}

/** The backends of this machine, in the order in which `auto` tries them. Starts nothing whose version is cached. */
export async function detectBackends(
  host: KimiHost,
  config: KimiConfig,
  signal: AbortSignal,
): Promise<DetectedBackends> {
  const [clis, api, model] = await Promise.all([
    findClis(cliSearch(host, config)),
    apiAccess(host, config),
    modelOffer(host, config, signal),
  ]);
  const options = await cliOptions(host, config);
  const code = clis.find((cli) => cli.kind === 'kimi-code');
  const legacy = clis.find((cli) => cli.kind === 'kimi-legacy');
  const absent = whyAbsent(clis, config.machine.cliPath);
  const offers = [
    cliOffer('kimi-code', code, absent, (cli) => kimiCode({ ...options, ...cli })),
    cliOffer('kimi-legacy', legacy, absent, (cli) => kimiLegacy({ ...options, ...cli })),
    apiOffer(api),
    model,
    cliOffer('kimi-acp', code, absent, (cli) => kimiAcp(acpOptions(host, { ...options, ...cli }))),
  ];
  return { offers, clis, secrets: typeof api === 'string' ? [] : [api.key] };
}

/** The backends to try, best first. ACP is only used on request. */
export function chooseBackends(survey: DetectedBackends, choice: BackendChoice, write: boolean): readonly Backend[] {
  return survey.offers
    .filter((offer) => (choice === 'auto' ? offer.id !== 'kimi-acp' : offer.id === choice))
    .filter((offer) => !write || canWrite(offer.id))
    .flatMap((offer) => (offer.backend ? [offer.backend] : []));
}

/** Why nothing could be chosen, one line for each. */
export function whyNot(survey: DetectedBackends, choice: BackendChoice, write: boolean): readonly string[] {
  return survey.offers
    .filter((offer) => (choice === 'auto' ? offer.id !== 'kimi-acp' : offer.id === choice))
    .map((offer) => `${offer.id}: ${write && !canWrite(offer.id) ? 'cannot change files' : offer.detail}`);
}

function cliSearch(host: KimiHost, config: KimiConfig): Parameters<typeof findClis>[0] {
  const { cliPath } = config.machine;
  const workspaceFolders = host.folders();
  return { env: host.env, homeDir: host.homeDir, workspaceFolders, ...(cliPath !== undefined && { cliPath }) };
}

async function cliOptions(host: KimiHost, config: KimiConfig): Promise<Omit<CliOptions, 'launch' | 'version'>> {
  const home = kimiCodeHome(host.env, host.homeDir);
  const passed = [...config.machine.passEnvironment, ...(await keyVariables(home))];
  const env = kimiEnvironment(host.env, passed, kimiPort(host).toolDirs?.() ?? []);
  return { env, home, keepSessions: config.machine.keepSessions };
}

function acpOptions(host: KimiHost, options: CliOptions): Parameters<typeof kimiAcp>[0] {
  const port = kimiPort(host);
  return { ...options, ...(port.approveStep && { approveStep: port.approveStep.bind(port) }) };
}

type UsableCli = Extract<FoundCli, { launch: unknown }>;

function cliOffer(
  id: BackendId,
  cli: FoundCli | undefined,
  absent: string,
  make: (cli: Pick<UsableCli, 'launch' | 'version'>) => Backend,
): BackendCandidate {
  if (cli !== undefined && 'launch' in cli) {
    const { launch, version } = cli;
    return { id, backend: make({ launch, version }), detail: `${version} at ${cli.path}` };
  }
  return { id, detail: absent };
}

function whyAbsent(clis: readonly FoundCli[], cliPath: string | undefined): string {
  const odd = clis.filter((cli) => cli.kind === 'unknown').map((cli) => `${cli.path}: ${cli.reason}`);
  return [cliPath === undefined ? 'not found on PATH' : `not found at ${cliPath}`, ...odd].join('; ');
}

const homes: readonly (readonly [key: string, base: string, fallback: string])[] = [
  ['MOONSHOT_API_KEY', 'MOONSHOT_BASE_URL', 'https://api.moonshot.ai/v1'],
  ['KIMI_API_KEY', 'KIMI_BASE_URL', 'https://api.kimi.com/coding/v1'],
];

/** A stored key comes before one in the environment. The text says why there is none to use. */
export async function apiAccess(host: KimiHost, config: KimiConfig): Promise<ApiOptions | string> {
  const stored = await Promise.resolve(kimiPort(host).apiKey?.()).catch((error: unknown) => {
    host.log.warn('the stored Kimi key could not be read', { error: messageOf(error) });
    return undefined;
  });
  const [keyName, baseName, fallback] = homes.find(([name]) => host.env[name]) ?? homes[0]!;
  const key = stored || host.env[keyName];
  if (!key) return 'no key is stored, and neither MOONSHOT_API_KEY nor KIMI_API_KEY is set';
  const own = stored ? undefined : host.env[baseName];
  const baseUrl = (config.machine.apiBaseUrl ?? own ?? (stored ? homes[0]![2] : fallback)).replace(/\/+$/, '');
  return isSafeBaseUrl(baseUrl) ? { key, baseUrl } : `its address must be https: ${baseUrl}`;
}

function apiOffer(api: ApiOptions | string): BackendCandidate {
  if (typeof api === 'string') return { id: 'moonshot-api', detail: api };
  return { id: 'moonshot-api', backend: moonshotApi(api), detail: `key found, ${api.baseUrl}` };
}

async function modelOffer(host: KimiHost, config: KimiConfig, signal: AbortSignal): Promise<BackendCandidate> {
  const id = 'vscode-lm';
  const port = kimiPort(host).languageModel;
  if (port === undefined) return { id, detail: 'only inside VS Code' };
  // A workspace can set the backend, so that choice alone is not the user's.
  if (!config.machine.useLanguageModel) return { id, detail: 'not allowed by the setting kimi.useLanguageModel' };
  const name = await port.describe(signal).catch(() => undefined);
  if (name === undefined) return { id, detail: 'VS Code offers no language model' };
  return { id, backend: languageModel(port, name), detail: name };
}
