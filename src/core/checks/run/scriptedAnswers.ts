import type { JsonObject } from '../../../base/json.ts';
import type { ClientRequests, ElicitRequest, ElicitResponse } from '../../servers/model/clientRequests.ts';

/** Answers the questions of servers with what the running step has for them; what is left over is declined. */
export class ScriptedAnswers implements ClientRequests {
  readonly #waiting = new Map<string, JsonObject[]>();

  /** From now on, for this server. */
  use(server: string, answers: readonly JsonObject[]): void {
    this.#waiting.set(server, [...answers]);
  }

  /** Whether a check runs on this server. */
  isUsedBy(server: string): boolean {
    return this.#waiting.has(server);
  }

  release(server: string): void {
    this.#waiting.delete(server);
  }

  async elicit(_request: ElicitRequest, { server }: { readonly server: string }): Promise<ElicitResponse> {
    const answer = this.#waiting.get(server)?.shift();
    if (!answer) return { action: 'decline' };
    const { action, content } = answer as { action?: ElicitResponse['action']; content?: ElicitResponse['content'] };
    if (action !== undefined) return { action, ...(content !== undefined && { content }) };
    return { action: 'accept', content: answer as NonNullable<ElicitResponse['content']> };
  }
}
