import type { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Launch } from '../model/launch.ts';
import type { Channel } from '../transports/channel.ts';
import { hopelessFault } from './failure.ts';

const everyMs = 250;

/** Ends the waiting for a response where the output shows that none can come: twice the same, so that it is its last word. */
export function watchOutput(launch: Launch, channel: Channel, end: (fault: Fault) => void): Disposable {
  const { process: child } = channel;
  let seen = '';
  const look = (): void => {
    const output = child ? [...child.noise(), child.stderrTail()].join('\n') : '';
    const isSame = output === seen;
    seen = output;
    const fault = isSame && output !== '' ? hopelessFault(launch, channel) : undefined;
    if (fault) end(fault);
  };
  const timer = child ? setInterval(look, everyMs) : undefined;
  return { dispose: () => clearInterval(timer) };
}
