import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { type Client, openCall } from './callContext.ts';
import type { FeatureRegistry } from './featureRegistry.ts';
import { type HandlerTable, refuseCursor, requireText } from './handle.ts';
import type { ResourceContents, ResourceProvider } from '../resource.ts';

/** `watched` holds the resources that a legacy client subscribed to. */
export function resourceHandlers(client: Client, catalog: FeatureRegistry, watched: Set<string>): HandlerTable {
  return {
    'resources/list': async (params) => {
      refuseCursor(params);
      const lists = await Promise.all((await catalog.providers()).map((provider) => provider.list()));
      return { resources: lists.flat() };
    },
    'resources/templates/list': async (params) => {
      refuseCursor(params);
      return { resourceTemplates: (await catalog.providers()).flatMap((provider) => provider.templates ?? []) };
    },
    'resources/read': async (params, request) => {
      const uri = requireText(params, 'uri');
      const { context } = openCall(client, request);
      const contents = await firstAnswer(await catalog.providers(), (provider) => provider.read(uri, context));
      if (!contents) throw new ResourceNotFoundError(uri);
      return { contents };
    },
    'resources/subscribe': (params) => {
      watched.add(requireText(params, 'uri'));
      return {};
    },
    'resources/unsubscribe': (params) => {
      watched.delete(requireText(params, 'uri'));
      return {};
    },
  };
}

async function firstAnswer(
  providers: readonly ResourceProvider[],
  read: (provider: ResourceProvider) => Promise<readonly ResourceContents[] | undefined>,
): Promise<readonly ResourceContents[] | undefined> {
  for (const provider of providers) {
    const contents = await read(provider); // in turn: the first provider that knows the URI wins
    if (contents) return contents;
  }
  return undefined;
}
