import type { ServerToolSource } from '../mcpServer/toolSource.ts';
import type { ManifestToolsOptions } from './options.ts';

const about = { name: 'manifests', profiles: ['tairseach'], hasPrompts: true } as const;

/** The manifest bridge for the embedded server, configured by the product's settings. Fixed tools keep their names. */
export function manifestSource(reservedNames: readonly string[]): ServerToolSource {
  return {
    ...about,
    open: async (host) => {
      const [{ createManifestTools }, { manifestOptionsOf }] = await Promise.all([
        import('./manifestTools.ts'),
        import('./options.ts'),
      ]);
      const tools = host.lifetime.add(createManifestTools({ ...manifestOptionsOf(host), reservedNames }));
      await tools.ready;
      return tools;
    },
  };
}

/** The same with given options, for `switchboard bridge`. */
export function manifestSourceWith(options: ManifestToolsOptions): ServerToolSource {
  return {
    ...about,
    open: async (host) => {
      const { createManifestTools } = await import('./manifestTools.ts');
      const tools = host.lifetime.add(createManifestTools(options));
      await tools.ready;
      return tools;
    },
  };
}
