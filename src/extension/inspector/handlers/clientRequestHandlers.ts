import type { PendingClientRequests } from '../../../core/calls/pendingClientRequests.ts';
import type { ElicitResponse } from '../../../core/servers/model/clientRequests.ts';
import type { clientRequestHostMethods } from '../../../contract/clientRequests.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { ModelShell } from '../../clientRequests/models.ts';

export interface ClientRequestParts {
  readonly pendingRequests: PendingClientRequests;
  readonly models: ModelShell;
  openExternal(url: string): Promise<boolean>;
}

export function clientRequestHandlers({
  pendingRequests,
  models,
  openExternal,
}: ClientRequestParts): Handlers<typeof clientRequestHostMethods> {
  return {
    'clientRequests/list': () => pendingRequests.pending.value,
    'clientRequests/answer': async ({ request: ask, action, content }) => {
      const view = pendingRequests.get(ask);
      const opened = view.kind === 'url' && action === 'accept' ? await openExternal(view.url) : true;
      const answer = { action: opened ? action : 'cancel', ...(content && { content }) } as ElicitResponse;
      pendingRequests.answerElicitation(ask, answer);
    },
    'clientRequests/answerSampling': ({ request: ask, text, model }) =>
      pendingRequests.answerSampling(ask, { text, model }),
    'models/list': () => models.list(),
    'models/generate': ({ request: ask, model, system, messages }, signal) => {
      pendingRequests.get(ask); // refused once the server no longer waits
      return models.ask(model, system, messages, signal);
    },
  };
}
