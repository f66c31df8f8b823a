import { revealSentence } from '../../../base/text/hiddenCharacters.ts';
import { previewJson } from '../../../base/json.ts';
import type { FlowLabel } from '../../trust/flows/flowLabels.ts';
import type { ExposedTool } from '../exposure/exposedTools.ts';
import { toolLabels } from '../exposure/toolLabels.ts';
import { FlowSessions, type ToxicFlow } from './flowSessions.ts';

interface FlowGuardParts {
  readonly now: () => number;
  /** The window behind a relay sees the same calls, and asks. */
  readonly isRelay: boolean;
  redact(text: string): string;
}

const shownArguments = 120;

/** Finds the call with which an agent could send out private data on the word of untrusted content. */
export class FlowGuard {
  readonly #sessions: FlowSessions;
  readonly #parts: FlowGuardParts;

  constructor(parts: FlowGuardParts) {
    this.#sessions = new FlowSessions(parts.now);
    this.#parts = parts;
  }

  /** Only earlier calls count: a tool with all three labels is asked about from its second call on. */
  leadingTo(agent: string, { server, definition, rule }: ExposedTool): ToxicFlow | undefined {
    if (this.#parts.isRelay || rule.flows === 'allow' || !toolLabels(definition, rule).has('sends')) return undefined;
    return this.#sessions.leadingTo(agent, server);
  }

  record(agent: string, { server, definition, rule }: ExposedTool, args: unknown): void {
    const labels = toolLabels(definition, rule);
    if (!labels.has('private') && !labels.has('untrusted')) return;
    const shown = revealSentence(this.#parts.redact(previewJson(args, shownArguments)));
    this.#sessions.record(agent, labels, { server, what: definition.name, args: shown });
  }

  recordResource(agent: string, server: string, uri: string): void {
    const what = revealSentence(this.#parts.redact(uri.slice(0, shownArguments)));
    this.#sessions.record(agent, resourceLabels(uri), { server, what, args: '' });
  }

  allow(agent: string, flow: ToxicFlow): void {
    this.#sessions.allow(agent, flow);
  }
}

/** A file is the user's, a page is a stranger's, and of any other scheme only its server knows. */
function resourceLabels(uri: string): ReadonlySet<FlowLabel> {
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(uri)?.[0].toLowerCase();
  if (scheme === 'file') return new Set(['private']);
  if (scheme === 'http' || scheme === 'https') return new Set(['untrusted']);
  return new Set(['private', 'untrusted']);
}
