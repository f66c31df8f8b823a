import { readFile, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { BackendId } from '../model/backend.ts';
import { type BackendChoice, configFile, loadConfig } from '../model/config.ts';
import { kimiCodeHome } from '../process/environment.ts';
import { nodeTooOld } from '../backends/failures.ts';
import { findOnPath, pathDirs } from '../../process/findOnPath.ts';
import { askVersion, type FoundCli } from '../backends/findCli.ts';
import type { KimiHost } from '../model/port.ts';
import { createRedact } from './redaction.ts';
import { chooseBackends, detectBackends } from '../backends/detectBackends.ts';

/** What was found, what would be used, and why not the rest. */
interface KimiDiagnosis {
  readonly choice: BackendChoice;
  /** Tried first for analyze and verify, and for implement and refactor. */
  readonly forReading: BackendId | undefined;
  readonly forWriting: BackendId | undefined;
  readonly backends: readonly BackendFinding[];
  readonly clis: readonly FoundCli[];
  readonly login: LoginFinding;
  readonly ripgrep: boolean;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly warnings: readonly string[];
}

interface BackendFinding {
  readonly id: BackendId;
  readonly usable: boolean;
  readonly detail: string;
}

/** How kimi-code would reach a model; `missing` makes it unusable though it is installed. */
interface LoginFinding {
  readonly state: 'environment' | 'configured' | 'missing';
  readonly detail: string;
}

/** Starts no more than `--version` of what was found; asks no provider. */
export async function diagnoseKimi(host: KimiHost, signal: AbortSignal): Promise<KimiDiagnosis> {
  const { config, warnings } = await loadConfig(host);
  const survey = await detectBackends(host, config, signal);
  const redact = createRedact(host.env, survey.secrets);
  const login = await findLogin(host);
  const unfit = (await whyUnfit(survey.clis, host)) ?? (login.state === 'missing' ? login.detail : undefined);
  const usable = (id: BackendId): boolean => !isCode(id) || unfit === undefined;
  const first = (write: boolean): BackendId | undefined =>
    chooseBackends(survey, config.backend, write).find(({ id }) => usable(id))?.id;
  return {
    choice: config.backend,
    forReading: first(false),
    forWriting: first(true),
    backends: survey.offers.map(({ id, backend, detail }) => ({
      id,
      usable: backend !== undefined && usable(id),
      detail: redact(isCode(id) && backend && !usable(id) ? `${detail}, but ${unfit}` : detail),
    })),
    clis: survey.clis,
    login,
    ripgrep: hasRipgrep(host),
    facts: [
      ['Kimi home', kimiCodeHome(host.env, host.homeDir)],
      ['Configuration', configFile(host.homeDir)],
      ['Model', config.model ?? "the CLI's own default"],
      ['Timeout', `${config.timeoutMs / 1000} s`],
      ['Largest file', `${config.maxFileBytes} bytes`],
      ['Runs at once in a folder', String(config.concurrency)],
      ['Workspace', host.folders().join(', ') || 'none'],
      ['Trusted', host.trusted() ? 'yes' : 'no: analyses get no tools, and nothing may be changed'],
    ],
    warnings: warnings.map(redact),
  };
}

function isCode(id: BackendId): boolean {
  return id === 'kimi-code' || id === 'kimi-acp';
}

/** A found CLI may not run: the Node on PATH may be too old for it. */
async function whyUnfit(clis: readonly FoundCli[], host: KimiHost): Promise<string | undefined> {
  const code = clis.find((cli) => cli.kind === 'kimi-code');
  if (code === undefined || !('launch' in code)) return undefined;
  const output = await askVersion(code.launch, host.env);
  if (output.includes(code.version)) return undefined;
  return nodeTooOld.test(output) ? 'it needs Node 22.19 or later, and an older one runs it' : 'it does not start';
}

async function findLogin({ env, homeDir }: KimiHost): Promise<LoginFinding> {
  if (env['KIMI_MODEL_NAME']) {
    const complete = Boolean(env['KIMI_MODEL_API_KEY']);
    if (complete) return { state: 'environment', detail: `model ${env['KIMI_MODEL_NAME']} from KIMI_MODEL_NAME` };
    return { state: 'missing', detail: 'KIMI_MODEL_NAME is set without KIMI_MODEL_API_KEY' };
  }
  const home = kimiCodeHome(env, homeDir);
  const config = await readFile(join(home, 'config.toml'), 'utf8').catch(() => '');
  const model = /^\s*default_model\s*=\s*["']([^"']+)["']/m.exec(config)?.[1];
  const logins = await readdir(join(home, 'credentials')).catch(() => []);
  if (model === undefined) return { state: 'missing', detail: 'no model is configured: run `kimi` and use /login' };
  const how = logins.some((name) => name.endsWith('.json')) ? 'logged in' : 'by key';
  return { state: 'configured', detail: `model ${model}, ${how}` };
}

function hasRipgrep(host: KimiHost): boolean {
  const dirs = [...(host.kimi?.toolDirs?.() ?? []), join(kimiCodeHome(host.env, host.homeDir), 'bin')];
  return findOnPath('rg', [...pathDirs(host.env), ...dirs].join(delimiter)) !== undefined;
}

/** The same for a terminal and for a document in the editor. */
export function formatDiagnosis(diagnosis: KimiDiagnosis): string {
  const width = Math.max(...diagnosis.facts.map(([name]) => name.length), 0);
  return [
    verdict(diagnosis),
    '',
    'Backends, in the order in which they are tried:',
    ...diagnosis.backends.map(
      ({ id, usable, detail }) => `  ${usable ? '✔' : '✖'} ${id.padEnd(13)} ${detail}${optIn(id)}`,
    ),
    '',
    'Kimi programs found:',
    ...(diagnosis.clis.length > 0 ? diagnosis.clis.map((cli) => `  ${describeCli(cli)}`) : ['  none']),
    '',
    `Login of kimi-code: ${diagnosis.login.detail}`,
    `ripgrep for its searches: ${diagnosis.ripgrep ? 'found' : 'not found; Kimi would download it at its first search'}`,
    '',
    ...diagnosis.facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...(diagnosis.warnings.length > 0 ? ['', 'Warnings:', ...diagnosis.warnings.map((text) => `  ${text}`)] : []),
  ].join('\n');
}

function verdict({ choice, forReading, forWriting }: KimiDiagnosis): string {
  const chosen = choice === 'auto' ? 'auto' : `${choice}, as set`;
  if (forReading === undefined && forWriting === undefined) return `Kimi cannot be used (backend: ${chosen}).`;
  const writing = forWriting ?? 'nothing: no backend that can change files';
  return `Backend: ${chosen}. analyze and verify use ${forReading ?? 'nothing'}; implement and refactor use ${writing}.`;
}

function optIn(id: BackendId): string {
  return id === 'kimi-acp' ? ' (only where the setting kimi.backend names it)' : '';
}

function describeCli(cli: FoundCli): string {
  return cli.kind === 'unknown' ? `${cli.path}: ${cli.reason}` : `${cli.path}: ${cli.kind} ${cli.version}`;
}
