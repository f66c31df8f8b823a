import type { Core } from '../../../core/app/core.ts';
import type { ObservedCall } from '../../../core/lint/model/lintSubject.ts';
import type { CallView } from '../../../contract/calls.ts';
import type { LintView, lintHostMethods } from '../../../contract/lint.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';

/** Nothing is computed, nor its code loaded, before a page asks. */
export function lintHandlers(core: Core): Handlers<typeof lintHostMethods> {
  return { 'servers/lint': ({ server }, signal) => lintOf(core, server, signal) };
}

const maxObserved = 100;

async function lintOf(core: Core, id: string, signal: AbortSignal): Promise<LintView> {
  const [{ gatherSubject }, { lintServer }, { compatibilityOf }] = await Promise.all([
    import('../../../core/lint/gatherSubject.ts'),
    import('../../../core/lint/lint.ts'),
    import('../../../core/lint/hosts/compatibility.ts'),
  ]);
  const calls = core.calls.views.peek().filter(({ server, state }) => server === id && state.kind === 'done');
  const observed = calls.slice(0, maxObserved).flatMap((call) => observe(core, call));
  const { score, lost, findings } = lintServer(await gatherSubject(core.server(id), { observed, signal }));
  return core.redactor.value({ score, lost, findings, clients: compatibilityOf(findings) });
}

/** A call whose result is no longer held says nothing. */
function observe(core: Core, { id, tool, state }: CallView): readonly ObservedCall[] {
  if (state.kind !== 'done' || !state.end.kept) return [];
  const { status, content, structuredContent, durationMs: ms } = state.outcome ?? core.calls.outcome(id);
  if (status !== 'ok' && status !== 'toolError') return []; // the code of its error is not kept
  return [{ tool, ms, result: { content, structuredContent, isError: status === 'toolError' } }];
}
