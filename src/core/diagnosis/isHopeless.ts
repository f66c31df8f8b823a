import { type Evidence, outputOf } from './model/evidence.ts';
import { contentLength, jsonOverLines } from './rules/framing/contentLength.ts';
import { waitsForAnswer } from './rules/framing/prompt.ts';
import { logsOnly, logsReady } from './rules/framing/stdoutText.ts';
import { scriptNotNamed } from './rules/program/withoutScript.ts';
import { servesMessages } from './rules/transport/httpServer.ts';

interface Silence {
  /** The cursor waits behind what it printed last. */
  readonly isLineOpen: boolean;
  /** Since it printed anything. */
  readonly quietMs: number;
}

/** A server of both transports opens the other one right after; within a second of its last word all the same. */
const longMs = 600;
/** A log that says nothing of use may be followed by a slow start: only so long a silence tells that it is not. */
const veryLongMs = 5_000;

/** What it printed shows that no response can come. A prompt is one only where the cursor waits behind it. */
export function isHopeless(evidence: Evidence, { isLineOpen, quietMs }: Silence): boolean {
  if (quietMs >= longMs && scriptNotNamed.diagnose({ ...evidence, timedOut: true })) return true;
  const decisive = isLineOpen ? [contentLength, jsonOverLines, waitsForAnswer] : [contentLength, jsonOverLines];
  return (
    (quietMs >= longMs &&
      (servesMessages(outputOf(evidence)) || logsReady(evidence) || respondsBehindText(evidence))) ||
    (quietMs >= veryLongMs && logsOnly(evidence)) ||
    decisive.some((rule) => rule.diagnose(evidence))
  );
}

/** Its response stands on a line that it had begun with a text: it does not come again. */
function respondsBehindText({ noise }: Evidence): boolean {
  return noise.some((line) => {
    const at = line.indexOf('{');
    const message = line.slice(at);
    return (
      at > 0 &&
      line.slice(0, at).trim() !== '' &&
      /"jsonrpc"\s*:\s*"2\.0"/.test(message) &&
      /"(?:result|error)"\s*:/.test(message)
    );
  });
}
