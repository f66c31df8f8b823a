import type { Core } from '../../../../core/app/core.ts';
import type { LintView, lintHostMethods } from '../../../../contract/lint.ts';
import type { Handlers } from '../../../../contract/rpc/contract.ts';

/** Nothing is computed, nor its code loaded, before a page asks. */
export function lintHandlers(core: Core): Handlers<typeof lintHostMethods> {
  return { 'servers/lint': ({ server }, signal) => lintOf(core, server, signal) };
}

async function lintOf(core: Core, id: string, signal: AbortSignal): Promise<LintView> {
  const [{ gatherSubject }, { observedCalls }, { lintServer }, { compatibilityOf }] = await Promise.all([
    import('../../../../core/lint/gatherSubject.ts'),
    import('../../../../core/lint/observedCalls.ts'),
    import('../../../../core/lint/lint.ts'),
    import('../../../../core/lint/hosts/compatibility.ts'),
  ]);
  const observed = await observedCalls(core.traffic, id);
  const { score, lost, findings } = lintServer(await gatherSubject(core.server(id), { observed, signal }));
  return core.redactor.value({ score, lost, findings, clients: compatibilityOf(findings) });
}
