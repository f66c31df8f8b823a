/** Every setting with its default, under `mcpSwitchboard.`; a test keeps package.json the same. */
export const settingDefaults = {
  'traffic.maxRows': 100_000,
  'traffic.maxMegabytes': 64,
  'traffic.maxFileMegabytes': 256,
  'telemetry.otlpEndpoint': '',
  'servers.connectTimeoutSeconds': 30,
  'servers.callTimeoutSeconds': 30,
  'servers.maxCallSeconds': 600,
  'servers.maxConcurrentCalls': 10,
  'servers.maxMessageMegabytes': 64,
  'servers.idleStopMinutes': 15,
  'servers.reconnectAttempts': 8,
  'servers.maxRunning': 100,
  'oauth.clientMetadataUrl': '',
  'oauth.callbackPort': 33_573,
  'oauth.callbackHost': '127.0.0.1',
  'kimi.backend': 'auto',
  'kimi.path': '',
  'kimi.model': '',
  'kimi.timeoutSeconds': 600,
  'kimi.maxFileBytes': 1_048_576,
  'kimi.concurrency': 1,
  'kimi.apiBaseUrl': '',
  'kimi.useLanguageModel': false,
  'kimi.chatModel': false,
  'kimi.keepSessions': false,
  'kimi.passEnvironment': [] as readonly string[],
  'manifests.folders': [] as readonly string[],
  'manifests.socket': '',
  'manifests.prefix': 'tairseach_',
  'manifests.timeoutSeconds': 30,
  'agents.exposeAs': 'tools',
  'agents.newTools': 'announce',
  'gateway.servers': {} as Readonly<Record<string, unknown>>,
  'gateway.toolLimit': 128,
  'lint.showInSource': true,
  'checks.environment': '',
} as const;

/** Settings that got a name with a unit, and their old names, which are still read. */
export const oldSettingNames: Readonly<Partial<Record<string, string>>> = {
  'kimi.timeoutSeconds': 'kimi.timeout',
  'kimi.maxFileBytes': 'kimi.maxFileSize',
};

/** The user's value under the name, or under its old name if the new one is not set. */
export function userSetting(name: string, read: (key: string) => unknown): unknown {
  const oldName = oldSettingNames[name];
  return read(name) ?? (oldName === undefined ? undefined : read(oldName));
}

type Widen<T> = T extends number ? number : T extends boolean ? boolean : T extends string ? string : T;
export type Settings = { readonly [K in keyof typeof settingDefaults]: Widen<(typeof settingDefaults)[K]> };

/** Reads one setting; a value of another type counts as absent, so a bad settings.json cannot break a start. */
export function readSettings(get: (key: string) => unknown): Settings {
  const entries = Object.entries(settingDefaults).map(([key, fallback]) => {
    const value = get(key);
    const fits = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback);
    return [key, fits ? value : fallback];
  });
  return Object.fromEntries(entries) as Settings;
}
