import { suiteTrafficName } from '../../core/checks/conformance/suitePlace.ts';
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
 * The suite speaks HTTP. A server that can be reached like that is reached by its own URL, any other through our
 * gateway; both behind a tap that adds the headers, which the suite cannot send, and copies the frames to the open
 * window.
 */
export async function conformanceTarget(core: CliCore, id: string, io: CliIo): Promise<ConformanceTarget> {
  const own = ownAddress(core, id);
  const loopback = own ? undefined : gatewayServer(core, id);
  const { url, token = '' } = loopback ? await loopback.start() : { url: own?.url ?? '' };
  const headers = own?.headers ?? { authorization: `Bearer ${token}` };
  const window = new WindowLink({ folder: tapFolder(io.env), cwd: io.cwd, name: suiteTrafficName(id) });
  const copies = redactedCopies(window, core.redactor);
  const tap = await tapHttp({ target: new URL(url), port: 0, copies, headers, passesForeign: true });
  return {
    url: tap.url,
    isGateway: loopback !== undefined,
    close: async () => {
      await tap.close();
      loopback?.dispose();
      await window.flushed(1_000);
      window.dispose();
    },
  };
}

function gatewayServer(core: CliCore, id: string): LoopbackServer {
  core.gateway.follow({ servers: { [id]: true }, toolLimit: undefined });
  return new LoopbackServer(core.gateway.endpoint({ kind: 'server', id }), {});
}

/** Of a server over HTTP whose entry has no variables, and which is not behind a socket file. */
function ownAddress(core: CliCore, id: string): { url: string; headers: Readonly<Record<string, string>> } | undefined {
  const launch = core.entry(id)?.launch;
  if (launch?.kind !== 'http' || !/^https?:/.test(launch.url)) return undefined;
  const isPlain = [launch.url, ...Object.values(launch.headers)].every((text) => !text.includes('${'));
  return isPlain ? { url: launch.url, headers: launch.headers } : undefined;
}
