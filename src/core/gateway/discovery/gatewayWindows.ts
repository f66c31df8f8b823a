import path from 'node:path';
import { isRecord, isTextList } from '../../../base/json.ts';
import { userStateDir } from '../../files/stateFolder.ts';
import { WindowDirectory, type WindowRecord } from '../../process/windowDiscovery.ts';

/** How another process of the same user reaches the servers of a running window. */
export interface GatewayWindow extends WindowRecord {
  /** The endpoint of all exposed servers. */
  readonly url: string;
  readonly token: string;
}

export function gatewayWindows(
  env: Readonly<Record<string, string | undefined>>,
  homeDir: string,
): WindowDirectory<GatewayWindow> {
  return new WindowDirectory(path.join(userStateDir(env, homeDir), 'windows'), isGatewayWindow);
}

function isGatewayWindow(value: unknown): value is GatewayWindow {
  if (!isRecord(value)) return false;
  const { pid, folders, url, token } = value;
  const isLocal = typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d+\//.test(url);
  return isLocal && Number.isSafeInteger(pid) && typeof token === 'string' && isTextList(folders);
}
