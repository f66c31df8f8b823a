import { chooseBackends, detectBackends } from '../backends/detectBackends.ts';
import { loadConfig } from '../model/config.ts';
import type { KimiHost } from '../model/port.ts';

/** Whether there is a Kimi to run at all; that a user is signed in shows only when it runs. */
export async function isKimiAvailable(host: KimiHost, isWriting: boolean, signal: AbortSignal): Promise<boolean> {
  const { config } = await loadConfig(host);
  return chooseBackends(await detectBackends(host, config, signal), config.backend, isWriting).length > 0;
}
