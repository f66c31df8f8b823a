import { effect } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import { sourceFolder } from './sourceFolder.ts';
import type { SourceLinks } from './sourceLinks.ts';

/** Lenses and problems in sources, from the first use of a server whose sources are in this workspace. */
export function followSources(core: Core, sources: SourceLinks): Disposable {
  const lifetime = new Lifetime();
  let isLoading = false;
  const watching = effect(() => {
    const isUsed = core.servers.value.some(({ id, state }) => hasRun(state.value.kind) && sourceFolder(core, id));
    if (!isUsed || isLoading) return;
    isLoading = true;
    void load();
  });
  const load = async (): Promise<void> => {
    const [lenses, crashes, builds, lint, files, reports] = await Promise.all([
      import('./handlerLenses.ts'),
      import('./crashProblems.ts'),
      import('./buildProblems.ts'),
      import('./lintProblems.ts'),
      import('../develop/restartOnSave.ts'),
      import('../develop/restartReports.ts'),
    ]);
    if (lifetime.ended) return;
    watching();
    lifetime.add(lenses.showHandlerLenses(core));
    lifetime.add(crashes.showCrashProblems(core, sources));
    lifetime.add(builds.showBuildProblems(core, sources));
    lifetime.add(lint.showLintProblems(core, sources));
    lifetime.add(files.watchServerFiles(core));
    lifetime.add(reports.showRestartReports(core));
  };
  lifetime.defer(watching);
  return lifetime;
}

function hasRun(kind: string): boolean {
  return kind === 'connected' || kind === 'error';
}
