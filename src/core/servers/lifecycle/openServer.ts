import { l10n } from '../../../base/l10n.ts';
import { messageOf } from '../../../base/fault.ts';
import { type ToolListing, listTools } from '../catalog/loadCatalog.ts';
import { type ConnectOptions, connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { Deadline } from '../connection/deadline.ts';
import { startFault } from '../connection/failure.ts';
import { RpcError } from '../transports/rawRequests.ts';

interface OpenedServer {
  readonly connection: Connection;
  /** Absent where tools are not discovered by connecting. */
  readonly listing: ToolListing | undefined;
}

/** Connects, and lists the tools unless that is turned off, within the connect timeout. On failure nothing is left behind. */
export async function openServer(options: ConnectOptions): Promise<OpenedServer> {
  const { limits } = options;
  const deadline = new Deadline({
    quietMs: 0,
    totalMs: limits.connectTimeoutMs,
    what: l10n.t('Connecting'),
    signal: options.signal,
    pause: options.pause,
  });
  try {
    const connection = await connect(options, deadline);
    const listing = limits.autoDiscover ? await firstListing(connection, options, deadline.signal) : undefined;
    const { era, protocolVersion, name, version } = connection.info;
    options.tap.state(`connected to ${name} ${version} (${era}, ${protocolVersion}) over ${connection.kind}`);
    return { connection, listing };
  } finally {
    deadline.dispose();
  }
}

/** A server whose tool list fails may still have usable resources and prompts; one that stops responding does not. */
async function firstListing(
  connection: Connection,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<ToolListing> {
  try {
    return await listTools(connection, options.limits, signal);
  } catch (error) {
    if (error instanceof RpcError) return { tools: [], problems: [`tools/list: ${messageOf(error)}`] };
    await connection.close();
    throw startFault(error, options.launch, connection.channel, signal);
  }
}
