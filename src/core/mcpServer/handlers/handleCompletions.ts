import { ProtocolError } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import type { FeatureRegistry } from './featureRegistry.ts';
import { type HandlerTable, type Params, invalid, requireText } from './handle.ts';
import { promptNamed } from './handlePrompts.ts';

const maxValues = 100;

export function completionHandlers(catalog: FeatureRegistry): HandlerTable {
  return {
    'completion/complete': async (params) => {
      const { ref, argument } = params;
      if (!isRecord(ref) || !isRecord(argument)) throw invalid('ref and argument must be objects');
      const values = await propose(catalog, ref, argument, params['context']);
      return {
        completion: { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues },
      };
    },
  };
}

async function propose(
  catalog: FeatureRegistry,
  ref: Params,
  argument: Params,
  context: unknown,
): Promise<readonly string[]> {
  const name = requireText(argument, 'name');
  const value = requireText(argument, 'value');
  switch (ref['type']) {
    case 'ref/prompt': {
      const { complete } = await catalog.prompt(await promptNamed(catalog, requireText(ref, 'name')));
      return (await complete?.(name, value, otherArguments(context))) ?? [];
    }
    case 'ref/resource':
      return proposeForTemplate(catalog, requireText(ref, 'uri'), name, value);
    default:
      throw invalid('ref.type must be "ref/prompt" or "ref/resource"');
  }
}

async function proposeForTemplate(
  catalog: FeatureRegistry,
  uri: string,
  variable: string,
  value: string,
): Promise<readonly string[]> {
  const provider = (await catalog.providers()).find(({ templates }) =>
    templates?.some((template) => template.uriTemplate === uri),
  );
  if (!provider) throw new ProtocolError(-32602, `Unknown resource template: ${uri}`);
  return (await provider.complete?.(uri, variable, value)) ?? [];
}

function otherArguments(context: unknown): Readonly<Record<string, string>> {
  const given = isRecord(context) ? context['arguments'] : undefined;
  if (!isRecord(given)) return {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
