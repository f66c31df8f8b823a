import { delimiter } from 'node:path';

const windows = process.platform === 'win32';

/** What a program needs to run at all. Everything else has to be declared in the configuration. */
const posixNames = new Set(
  `HOME LOGNAME USER SHELL TERM PATH LANG LANGUAGE TZ TMPDIR DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS
   HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE
   NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR FNM_MULTISHELL_PATH N_PREFIX ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PYENV_ROOT
   PNPM_HOME BUN_INSTALL DENO_DIR CARGO_HOME GOPATH JAVA_HOME DOTNET_ROOT DOCKER_HOST`.split(/\s+/),
);
const windowsNames = new Set(
  `ALLUSERSPROFILE APPDATA COMMONPROGRAMFILES COMPUTERNAME COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS
   PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 PUBLIC SYSTEMDRIVE SYSTEMROOT
   TEMP TMP USERDOMAIN USERNAME USERPROFILE WINDIR HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS NVM_HOME NVM_SYMLINK
   VOLTA_HOME FNM_DIR PNPM_HOME JAVA_HOME DOCKER_HOST`.split(/\s+/),
);
const secretLike = /TOKEN|KEY|SECRET|PASS|CREDENTIAL|AUTH(?!ORITY$)/i;

function isInherited(name: string): boolean {
  const upper = name.toUpperCase();
  if (secretLike.test(upper)) return false;
  if (windows) return windowsNames.has(upper);
  return posixNames.has(upper) || upper.startsWith('LC_') || upper.startsWith('XDG_');
}

/** The minimal environment, then what the entry declares. */
export function childEnvironment(
  declared: Readonly<Record<string, string | null>>,
  searchPath: string,
  host: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(host)) {
    // A function exported by bash; a known way to inject code.
    if (value !== undefined && isInherited(name) && !value.startsWith('()')) env[name] = value;
  }
  setVariable(env, 'PATH', searchPath);
  for (const [name, value] of Object.entries(declared)) setVariable(env, name, value);
  return env;
}

function setVariable(env: Record<string, string>, name: string, value: string | null): void {
  const key = spelling(env, name) ?? name;
  if (value === null) delete env[key];
  else env[key] = value;
}

export function variable(env: Readonly<Record<string, string | null | undefined>>, name: string): string | undefined {
  const key = spelling(env, name);
  return key === undefined ? undefined : (env[key] ?? undefined);
}

/** Windows has `Path`, and takes any spelling for it. */
function spelling(env: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (!windows) return name in env ? name : undefined;
  return Object.keys(env).find((each) => each.toUpperCase() === name.toUpperCase());
}

/** `a` before `b`, each folder once. */
export function mergePaths(a: string, b: string): string {
  return [...new Set([...a.split(delimiter), ...b.split(delimiter)].filter(Boolean))].join(delimiter);
}
