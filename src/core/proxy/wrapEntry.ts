import type { JsonObject, JsonValue } from '../../base/json.ts';

/** How this product's command line is started. */
export interface Launcher {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const verb = 'tap';
const separator = '--';

/** The entry with the tap before its command; `undefined` for one without a command. */
export function wrapEntry(body: JsonObject, name: string, launcher: Launcher): JsonObject | undefined {
  const { command, args } = body;
  if (typeof command !== 'string' || isWrapped(body)) return undefined;
  const given = Array.isArray(args) ? (args as readonly JsonValue[]) : [];
  const env = { ...recordOf(body['env']), ...launcher.env };
  return {
    ...body,
    command: launcher.command,
    args: [...launcher.args, verb, '--name', name, separator, command, ...given],
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** Whether an entry, as it is in its file, goes through the tap. */
export function isWrapped({ args }: JsonObject): boolean {
  return placeOf(args) !== undefined;
}

/** The entry as it was; `undefined` where it is not wrapped. */
export function unwrapEntry(body: JsonObject): JsonObject | undefined {
  const at = placeOf(body['args']);
  if (at === undefined) return undefined;
  const [command, ...args] = (body['args'] as readonly JsonValue[]).slice(at + 1);
  if (typeof command !== 'string') return undefined;
  const { env, args: _, ...rest } = body;
  const { [electronAsNode]: __, ...own } = recordOf(env);
  return {
    ...rest,
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(own).length > 0 && { env: own }),
  };
}

/** Where an Electron is all the Node there is. */
export const electronAsNode = 'ELECTRON_RUN_AS_NODE';
export const launcherName = 'switchboard.mjs';

/** Where the separator stands: after our script, the verb and its flags. */
function placeOf(args: JsonValue | undefined): number | undefined {
  if (!Array.isArray(args)) return undefined;
  const script = args.findIndex((arg) => typeof arg === 'string' && arg.endsWith(launcherName));
  if (script < 0 || args[script + 1] !== verb) return undefined;
  const at = args.indexOf(separator, script);
  return at < 0 ? undefined : at;
}

function recordOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
