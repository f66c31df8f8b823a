import { type Evidence, outputOf } from './model/evidence.ts';
import { contentLength, jsonOverLines } from './rules/framing/contentLength.ts';
import { waitsForAnswer } from './rules/framing/prompt.ts';
import { logsReady } from './rules/framing/stdoutText.ts';
import { servesMessages } from './rules/transport/httpServer.ts';

interface Silence {
  /** The cursor waits behind what it printed last. */
  readonly isLineOpen: boolean;
  /** It has printed nothing for a while: a server of both transports opens the other one right after. */
  readonly isLong: boolean;
}

/** What it printed shows that no response can come. A prompt is one only where the cursor waits behind it. */
export function isHopeless(evidence: Evidence, { isLineOpen, isLong }: Silence): boolean {
  const decisive = isLineOpen ? [contentLength, jsonOverLines, waitsForAnswer] : [contentLength, jsonOverLines];
  return (
    (isLong && (servesMessages(outputOf(evidence)) || logsReady(evidence))) ||
    decisive.some((rule) => rule.diagnose(evidence))
  );
}
