import { LoopbackServer } from '../../core/mcpServer/serving/http/serveLoopback.ts';
import { redactedCopies } from '../../core/proxy/fanOut.ts';
import { tapHttp } from '../../core/proxy/httpTap.ts';
import { tapFolder } from '../../core/proxy/tapSockets.ts';
import { WindowLink } from '../../core/proxy/windowLink.ts';
import type { CliIo } from '../support/verb.ts';
import type { CliCore } from './cliCore.ts';

interface ConformanceTarget {
  readonly url: string;
  /** False: the suite speaks to the server itself. */
  readonly isGateway: boolean;
  close(): Promise<void>;
}

/**
 * The suite speaks HTTP and can send no header. A server that can be reached like that is reached by its own URL;
 * any other through our gateway, behind a tap that adds the token and copies the frames to the open window.
 */
export async function conformanceTarget(core: CliCore, id: string, io: CliIo): Promise<ConformanceTarget> {
  const launch = core.entry(id)?.launch;
  if (launch?.kind === 'http' && Object.keys(launch.headers).length === 0 && isPlain(launch.url))
    return { url: launch.url, isGateway: false, close: async () => {} };
  core.gateway.follow({ servers: { [id]: true }, toolLimit: undefined });
  const loopback = new LoopbackServer(core.gateway.endpoint({ kind: 'server', id }), {});
  const { url, token = '' } = await loopback.start();
  const window = new WindowLink({ folder: tapFolder(io.env), cwd: io.cwd, name: `${id} (conformance)` });
  const copies = redactedCopies(window, core.redactor);
  const tap = await tapHttp({ target: new URL(url), port: 0, copies, headers: { authorization: `Bearer ${token}` } });
  return {
    url: tap.url,
    isGateway: true,
    close: async () => {
      await tap.close();
      loopback.dispose();
      await window.flushed(1_000);
      window.dispose();
    },
  };
}

/** Without variables, and not to a socket file. */
function isPlain(url: string): boolean {
  return !url.includes('${') && /^https?:/.test(url);
}
