import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { type Client, openCall } from './callContext.ts';
import type { FeatureRegistry } from './serverParts.ts';
import { type HandlerTable, refuseCursor, requireText } from './handle.ts';
import type { ResourceContents, ResourceProvider } from '../resource.ts';

/** `watched` holds the resources that a legacy client subscribed to. */
export function resourceHandlers(client: Client, catalog: FeatureRegistry, watched: Set<string>): HandlerTable {
  return {
    'resources/list': async (params) => {
      refuseCursor(params);
      const lists = await Promise.all((await catalog.shelves()).map((shelf) => shelf.list()));
      return { resources: lists.flat() };
    },
    'resources/templates/list': async (params) => {
      refuseCursor(params);
      return { resourceTemplates: (await catalog.shelves()).flatMap((shelf) => shelf.templates ?? []) };
    },
    'resources/read': async (params, request) => {
      const uri = requireText(params, 'uri');
      const { context } = openCall(client, request);
      const contents = await firstAnswer(await catalog.shelves(), (shelf) => shelf.read(uri, context));
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
  shelves: readonly ResourceProvider[],
  read: (shelf: ResourceProvider) => Promise<readonly ResourceContents[] | undefined>,
): Promise<readonly ResourceContents[] | undefined> {
  for (const shelf of shelves) {
    const contents = await read(shelf); // in turn: the first family that knows the address answers
    if (contents) return contents;
  }
  return undefined;
}
