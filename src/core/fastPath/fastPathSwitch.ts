const variable = 'MCP_SWITCHBOARD_FAST_PATH';

/** The one switch of this room: with `MCP_SWITCHBOARD_FAST_PATH=0` every call goes through the SDK. */
export function isFastPathOn(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[variable] !== '0';
}
