import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** What a command-line program needs to work at all, and where its tool chains live. Nothing that is a credential. */
const ordinary = new Set(
  [
    ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TERM', 'TMPDIR', 'TEMP', 'TMP'],
    ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'],
    ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE'],
    ['HOMEDRIVE', 'HOMEPATH', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMDATA', 'NUMBER_OF_PROCESSORS'],
    ['JAVA_HOME', 'GOPATH', 'GOROOT', 'CARGO_HOME', 'RUSTUP_HOME', 'NVM_DIR', 'VOLTA_HOME', 'PNPM_HOME'],
    ['VIRTUAL_ENV', 'CONDA_PREFIX', 'PYENV_ROOT', 'ANDROID_HOME', 'DOTNET_ROOT'],
  ].flat(),
);

/** Ours, not Kimi's; and a password of its web server. */
const withheld = /^KIMI_(MCP_|CODE_PASSWORD$)/;

/** The environment of a Kimi process: an allowlist, because Kimi hands its own to every command it runs. */
export function kimiEnvironment(env: Env, passed: readonly string[], toolDirs: readonly string[]): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && isAllowed(name, passed)) kept[name] = value;
  }
  const path = Object.keys(kept).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  if (toolDirs.length > 0) kept[path] = [kept[path], ...toolDirs].filter(Boolean).join(delimiter);
  return { ...quiet, ...kept };
}

/** What the user set wins. Kimi has no bound of its own on steps, and ten attempts take minutes to give up. */
const quiet: NodeJS.ProcessEnv = {
  KIMI_CODE_NO_AUTO_UPDATE: '1',
  KIMI_CLI_NO_AUTO_UPDATE: '1',
  KIMI_DISABLE_TELEMETRY: '1',
  KIMI_LOOP_MAX_ATTEMPTS_PER_STEP: '3',
  KIMI_LOOP_MAX_STEPS_PER_TURN: '100',
  NO_COLOR: '1',
  PYTHONIOENCODING: 'utf-8',
};

function isAllowed(name: string, passed: readonly string[]): boolean {
  const upper = name.toUpperCase();
  if (ordinary.has(upper) || upper.startsWith('LC_') || passed.includes(name)) return true;
  return upper.startsWith('KIMI_') && !withheld.test(upper);
}

export function kimiCodeHome(env: Env, homeDir: string): string {
  return env['KIMI_CODE_HOME'] || join(homeDir, '.kimi-code');
}

/** Variables that Kimi's own configuration names as the place of a key. */
export async function keyVariables(home: string): Promise<readonly string[]> {
  const text = await readFile(join(home, 'config.toml'), 'utf8').catch(() => '');
  return Array.from(text.matchAll(/^\s*api_key_env\s*=\s*["']([A-Za-z_][A-Za-z0-9_]*)["']/gm), ([, name]) => name!);
}
