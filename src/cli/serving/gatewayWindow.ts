import { homedir } from 'node:os';
import { messageOf } from '../../base/fault.ts';
import { isFastPathOn } from '../../core/fastPath/fastPathSwitch.ts';
import { type FindWindow, attachToWindow } from '../../core/gateway/discovery/attach.ts';
import { type GatewayWindow, gatewayWindows } from '../../core/gateway/discovery/gatewayWindows.ts';
import { printLines } from '../support/print.ts';
import { type StdinFlags, serveStdin } from './serveStdin.ts';
import { createStderrLog } from '../support/stderrLog.ts';
import { withoutBlocking } from '../support/stdio.ts';
import type { CliIo } from '../support/verb.ts';
import { productVersion } from '../support/version.ts';

/** The window of VS Code that is open on a folder, or on one around it. */
export function windowOn(folder: string, { env }: CliIo): GatewayWindow | undefined {
  return gatewayWindows(env, homedir()).windowOn(folder);
}

/** False where there is no window, or it does not respond: it may have been killed. */
export async function serveWindow(find: FindWindow, flags: StdinFlags, io: CliIo): Promise<boolean> {
  const window = find();
  if (!window) return false;
  const log = createStderrLog(withoutBlocking(io.stderr), 'warn');
  const attached = await attachToWindow(window, find, {
    version: productVersion(),
    fastPath: isFastPathOn(io.env),
    log,
  });
  try {
    await attached.connect();
    printLines(io.stderr, `Attached to the window on ${window.folders.join(', ')}`);
    await serveStdin(attached.endpoint, flags, io);
    return true;
  } catch (error) {
    printLines(io.stderr, `The window on ${window.folders.join(', ')} does not respond: ${messageOf(error)}`);
    return false;
  } finally {
    await attached.dispose();
  }
}
