type Scheduler = (reconnect: () => void, delayMs: number) => () => void;

const mostMs = 30_000;

/**
 * A stream that is accepted and closed again at once counts as a success for the SDK, which would come back every
 * second for ever: when nothing has come since the last time the pause is doubled.
 */
export function streamBackoff(messages: () => number): Scheduler {
  let [inVain, seen] = [0, -1];
  return (reconnect, delayMs) => {
    inVain = messages() > seen ? 0 : inVain + 1;
    seen = messages();
    const timer = setTimeout(reconnect, Math.min(mostMs, delayMs * 2 ** inVain));
    return () => clearTimeout(timer);
  };
}
