import { l10n } from '../../../../base/l10n.ts';
import { isRecord } from '../../../../base/json.ts';
import { useNewest } from '../../cures/newestVersion.ts';
import type { Evidence } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

/** Which response has such a field at its top. */
const requests: Readonly<Record<string, string>> = {
  serverInfo: 'initialize',
  protocolVersion: 'initialize',
  capabilities: 'initialize',
  instructions: 'initialize',
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
  nextCursor: 'tools/list',
  messages: 'prompts/get',
  contents: 'resources/read',
  content: 'tools/call',
};

interface Issue {
  readonly path: readonly (string | number)[];
  readonly expected: string | undefined;
  readonly received: string | undefined;
  readonly message: string;
}

/** A validator lists what is wrong with a response: the field and what it has to be. */
export const invalidResult = rule('protocol/result', (evidence) => {
  if (evidence.end !== undefined) return undefined; // then it is the server that validates
  const issue = issueIn(evidence);
  const request = issue && requests[String(issue.path[0])];
  if (!issue || request === undefined) return undefined;
  const field = fieldOf(issue.path);
  return {
    cause: causeOf(issue, request, field),
    remedies: [
      ...useNewest(evidence),
      ...(evidence.launch.kind === 'stdio' ? [] : [tryAgain()]),
      advise(l10n.t('Update the server, or report this to its author.')),
    ],
    proof: issue.message.slice(0, 300),
  };
});

function causeOf({ expected, received, message }: Issue, request: string, field: string): string {
  if (received === 'undefined' || /^Required$|received undefined/.test(message))
    return l10n.t('The response of the server to "{0}" is not valid: it lacks {1}.', request, field);
  return expected === undefined
    ? l10n.t('The response of the server to "{0}" is not valid: {1} is wrong ({2}).', request, field, message)
    : l10n.t('The response of the server to "{0}" is not valid: {1} has to be {2}.', request, field, expected);
}

/** `tools[3].inputSchema.type` */
function fieldOf(path: Issue['path']): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');
}

function issueIn({ causes }: Evidence): Issue | undefined {
  for (const { message } of causes) {
    const at = message.indexOf('[');
    const found = at < 0 ? undefined : parse(message.slice(at));
    if (found) return found;
  }
  return undefined;
}

function parse(text: string): Issue | undefined {
  try {
    const parsed: unknown = JSON.parse(text.slice(0, text.lastIndexOf(']') + 1));
    const [first] = Array.isArray(parsed) ? (parsed as readonly unknown[]) : [];
    if (!isRecord(first) || !Array.isArray(first['path'])) return undefined;
    const path = (first['path'] as readonly unknown[]).filter(
      (part) => typeof part === 'string' || typeof part === 'number',
    );
    const { expected, received, message, values } = first;
    const options = Array.isArray(values) ? JSON.stringify(values[0]) : undefined;
    return {
      path,
      expected: options ?? (typeof expected === 'string' ? expected : undefined),
      received: typeof received === 'string' ? received : undefined,
      message: typeof message === 'string' ? message : '',
    };
  } catch {
    return undefined; // other text in brackets
  }
}
