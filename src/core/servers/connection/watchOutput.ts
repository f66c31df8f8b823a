import { protocolBroken } from '../../../base/faults/serverFaults.ts';
import type { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Launch } from '../model/launch.ts';
import type { Channel } from '../transports/channel.ts';
import { hopelessFault } from './failure.ts';

const everyMs = 200;
const silentMs = 600;

/** What came from a server so far. */
interface Heard {
  readonly channel: Channel;
  /** Responses with an id of no request. */
  strayAnswers(): number;
  /** Until then the probe is not given up, so that no response can be late. */
  readonly probeTimeoutMs: number;
}

/** Ends the waiting for a response where the output shows that none can come: twice the same, so that it is its last word. */
export function watchOutput(launch: Launch, heard: Heard, end: (fault: Fault) => void): Disposable {
  const { channel, strayAnswers, probeTimeoutMs } = heard;
  const { process: child } = channel;
  let seen = '';
  let looks = 0;
  let quietLooks = 0;
  const look = (): void => {
    const output = child ? [...child.noise(), child.openLine(), child.stderrTail()].join('\n').trimStart() : '';
    quietLooks = output === seen ? quietLooks + 1 : 0;
    seen = output;
    const isElsewhere = strayAnswers() > (++looks * everyMs < probeTimeoutMs ? 0 : 1);
    const quietMs = quietLooks * everyMs;
    // A server that prints nothing is well: only its entry may tell otherwise, and that once.
    const isWorthALook = output === '' ? quietMs === silentMs : quietMs > 0;
    const isOver = isWorthALook ? hopelessFault(launch, channel, quietMs) : undefined;
    // Stopped for what it did: the SDK's probe would wait for the process to be gone.
    const fault = channel.gate.fault ?? (isElsewhere ? protocolBroken('notSpoken') : isOver);
    if (fault) end(fault);
  };
  const timer = child ? setInterval(look, everyMs) : undefined;
  return { dispose: () => clearInterval(timer) };
}
