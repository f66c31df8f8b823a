import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ManifestTools } from '../embedded/manifest/manifestTools.ts';
import { manifestSource } from '../embedded/manifest/source.ts';
import type { EmbeddedToolSource } from '../embedded/tool.ts';

/** The manifest bridge with a window into it: the shell shows its problems and where a tool is declared. */
export interface Manifests {
  readonly source: EmbeddedToolSource;
  /** Absent until the tools were listed for the first time. */
  readonly tools: ReadonlySignal<ManifestTools | undefined>;
}

export function createManifests(): Manifests {
  const tools = signal<ManifestTools | undefined>(undefined);
  const open: EmbeddedToolSource['open'] = async (host) => {
    const opened = (await manifestSource.open(host)) as ManifestTools;
    tools.value = opened;
    host.life.defer(() => (tools.value = undefined));
    return opened;
  };
  return { source: { ...manifestSource, open }, tools };
}
