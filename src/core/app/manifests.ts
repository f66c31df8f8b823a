import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ManifestTools } from '../manifest/manifestTools.ts';
import { manifestTools } from '../embedded/toolSources.ts';
import type { ServerToolSource, ToolSource } from '../mcpServer/toolSource.ts';

/** The manifest bridge with access for the shell, which shows its problems and where a tool is declared. */
export interface Manifests {
  readonly source: ServerToolSource;
  /** Absent until the tools were listed for the first time. */
  readonly tools: ReadonlySignal<ManifestTools | undefined>;
  /** Folders, socket or prefix have changed: restarts with the new values. Calls in flight on the old socket end. */
  reopen(): Promise<void>;
}

const none: ToolSource['tools']['value'] = [];
const noPrompts: ManifestTools['prompts']['value'] = [];

export function createManifests(): Manifests {
  const tools = signal<ManifestTools | undefined>(undefined);
  let reopen = async (): Promise<void> => {};
  const open: ServerToolSource['open'] = async (host) => {
    let run: Lifetime | undefined;
    const startOver = async (): Promise<void> => {
      const next = host.lifetime.child();
      const opened = (await manifestTools.open({ ...host, lifetime: next })) as ManifestTools;
      run?.dispose();
      run = next;
      if (host.lifetime.ended) return;
      tools.value = opened;
    };
    // One after the other, so that the last settings win.
    let turn = startOver();
    reopen = () => (turn = turn.then(startOver, startOver));
    await turn;
    host.lifetime.defer(() => (tools.value = undefined));
    return {
      tools: computed(() => tools.value?.tools.value ?? none),
      prompts: computed(() => tools.value?.prompts.value ?? noPrompts),
    } satisfies ToolSource;
  };
  return { source: { ...manifestTools, open }, tools, reopen: () => reopen() };
}
