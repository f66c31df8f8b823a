import * as path from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../base/fault.ts';
import type { Log } from '../../base/log.ts';
import { TrafficSpill } from '../../core/traffic/log/spill.ts';

const megabyte = 1024 * 1024;

/** Older traffic goes to the workspace's own storage. If that cannot be written, traffic is kept in memory only. */
export async function openSpill(
  context: vscode.ExtensionContext,
  maxMegabytes: number,
  log: Log,
): Promise<TrafficSpill | undefined> {
  const storage = context.storageUri ?? context.globalStorageUri;
  if (maxMegabytes <= 0 || storage.scheme !== 'file') return undefined;
  const failed = (reason: string): void => log.warn('traffic is kept in memory only', { reason });
  try {
    return await TrafficSpill.open({
      root: path.join(storage.fsPath, 'traffic'),
      maxBytes: maxMegabytes * megabyte,
      product: `MCP Switchboard ${String(context.extension.packageJSON.version)}`,
      // A folder is open in one window; windows without one share their storage.
      maxWaitMs: context.storageUri ? 1_500 : 0,
      now: Date.now,
      failed,
    });
  } catch (error) {
    failed(messageOf(error));
    return undefined;
  }
}
