import type {
  ClientRequests,
  ElicitRequest,
  ElicitResponse,
  SamplingRequest,
  SamplingResponse,
} from '../../servers/model/clientRequests.ts';
import { sampleOf } from '../fuzz/sample.ts';

/** Gives every question of a server the same answer, whichever way it comes, and remembers what was asked. */
export class ObservedQuestions implements ClientRequests {
  #asked: unknown[] = [];

  /** What was asked since the last time. */
  take(): readonly unknown[] {
    const asked = this.#asked;
    this.#asked = [];
    return asked;
  }

  async elicit(request: ElicitRequest): Promise<ElicitResponse> {
    // The address of a page is made for one request.
    const { mode, message } = request;
    this.#asked.push({ elicitation: mode, message, ...(request.mode === 'form' && { schema: request.schema }) });
    const content = request.mode === 'form' ? sampleOf(request.schema) : undefined;
    if (content === undefined) return { action: 'decline' };
    return { action: 'accept', content: content as NonNullable<ElicitResponse['content']> };
  }

  async sample({ messages, systemPrompt, maxTokens }: SamplingRequest): Promise<SamplingResponse> {
    this.#asked.push({ sampling: messages, systemPrompt, maxTokens });
    return { model: 'none', text: 'text' };
  }
}
