import type { Core } from '../../../core/app/core.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { taskHostMethods } from '../../../contract/tasks.ts';

export function taskHandlers({ tasks }: Core): Handlers<typeof taskHostMethods> {
  return {
    'tasks/list': ({ server }) => tasks.list(server),
    'tasks/start': ({ server, tool, args }) => tasks.start(server, tool, args),
    'tasks/refresh': ({ server, task }) => tasks.refresh(server, task),
    'tasks/cancel': ({ server, task }) => tasks.cancel(server, task),
  };
}
