import type { Evidence } from './model/evidence.ts';
import { contentLength, jsonOverLines } from './rules/framing/contentLength.ts';
import { waitsForAnswer } from './rules/framing/prompt.ts';

/** What it printed shows that no response can come. A prompt is one only where the cursor waits behind it. */
export function isHopeless(evidence: Evidence, isLineOpen: boolean): boolean {
  const decisive = isLineOpen ? [contentLength, jsonOverLines, waitsForAnswer] : [contentLength, jsonOverLines];
  return decisive.some((rule) => rule.diagnose(evidence) !== undefined);
}
