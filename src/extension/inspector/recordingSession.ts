import { type Disposable, disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { isRecord } from '../../base/json.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';
import type { WebviewContract } from '../../contract/inspector.ts';
import { type Peer, type Port, createPeer } from '../../contract/rpc/peer.ts';
import { rowMethods } from '../../contract/traffic/traffic.ts';
import { rowHandlers } from './handlers/rowHandlers.ts';

interface RecordingParts {
  readonly port: Port;
  readonly source: TrafficSource;
  readonly log: Log;
  /** Answers all else that the page asks for; opened with its first such request. */
  openRest(port: Port): Promise<Disposable>;
}

/**
 * The host's session for a page with a recording. Its rows need the file and nothing else; comparing, exporting or
 * copying needs the app, which is then loaded.
 */
export function serveRecording({ port, source, log, openRest }: RecordingParts): Disposable {
  const lifetime = new Lifetime();
  const toRest = restOf(port, openRest, lifetime);
  const rows: Port = {
    send: (frame) => port.send(frame),
    listen: (receive) =>
      port.listen((message) => {
        if (isForRows(message)) receive(message);
        if (!isRequest(message) || !isForRows(message)) toRest(message);
      }),
  };
  const peer: Peer<WebviewContract> = lifetime.add(
    createPeer<typeof rowMethods, WebviewContract>({
      port: rows,
      contract: rowMethods,
      handlers: rowHandlers({ source, log: undefined, lifetime, peer: () => peer }),
      log,
      redact: (fault) => fault, // it tells of a file that is redacted
    }),
  );
  return lifetime;
}

function isRequest(message: unknown): boolean {
  return isRecord(message) && message['kind'] === 'request';
}

/** Only the page knows whose request it cancels. */
function isForRows(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { kind, method } = message;
  return kind === 'cancel' || (kind === 'request' && typeof method === 'string' && Object.hasOwn(rowMethods, method));
}

/** Takes what is for the rest: the first request opens it, and what comes meanwhile waits. */
function restOf({ send }: Port, open: RecordingParts['openRest'], lifetime: Lifetime): (message: unknown) => void {
  const waiting: unknown[] = [];
  let receiver = (message: unknown): void => void waiting.push(message);
  let opening: Promise<unknown> | undefined;
  const listen: Port['listen'] = (receive) => {
    receiver = receive;
    for (const message of waiting) receive(message);
    return disposable(() => (receiver = () => {}));
  };
  return (message) => {
    if (isRequest(message)) opening ??= open({ send, listen }).then((session) => lifetime.add(session));
    if (opening) receiver(message);
  };
}
