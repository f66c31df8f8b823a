import { isRecord, parseJson } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import { estimateTokens } from '../../../base/tokens.ts';
import { wordsIn } from '../../trust/flows/toolWords.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { LintSubject, ObservedCall } from '../model/lintSubject.ts';
import { type Found, type LintRule, placesOf, toolRule, toolSubject } from '../model/rule.ts';
import { schemaDefect } from './schemaDefect.ts';

const largeResult = 25_000;
const destructiveWords = new Set(['delete', 'remove', 'drop', 'destroy', 'purge', 'wipe', 'erase', 'truncate', 'kill']);
const writingWords = new Set([
  'create',
  'update',
  'write',
  'insert',
  'send',
  'post',
  'publish',
  'upload',
  ...destructiveWords,
]);

const firstWord = (name: string): string => wordsIn(name)[0] ?? '';

/** Each tool once: the first of its calls that the rule finds something in. */
function observedRule(
  id: string,
  severity: LintRule['severity'],
  judge: (call: ObservedCall, tool: ToolDefinition) => Omit<Found, 'subject'> | undefined | false,
): LintRule {
  return {
    id,
    severity,
    *check({ tools, observed = [] }: LintSubject) {
      for (const tool of tools) {
        for (const call of observed) {
          const found = call.tool === tool.name && judge(call, tool);
          if (!found) continue;
          yield { subject: toolSubject(tool.name), ...found };
          break;
        }
      }
    },
  };
}

function isJsonText(result: unknown): boolean {
  const content = isRecord(result) && Array.isArray(result['content']) ? (result['content'] as unknown[]) : [];
  return content.some((block) => {
    const text = isRecord(block) && block['type'] === 'text' ? block['text'] : undefined;
    if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return false;
    return parseJson(text).ok;
  });
}

/** What a result reports as done, where it begins with that. */
function changeIn(result: unknown): string | undefined {
  const [block] = isRecord(result) && Array.isArray(result['content']) ? (result['content'] as unknown[]) : [];
  const text = isRecord(block) && typeof block['text'] === 'string' ? block['text'] : '';
  return /^(?:successfully )?(?:created|deleted|removed|updated|wrote|saved|sent|inserted|moved|renamed)\b/i.exec(
    text,
  )?.[0];
}

const isFailure = (result: unknown): boolean => isRecord(result) && result['isError'] === true;

export const behaviourRules: readonly LintRule[] = [
  toolRule('hints-missing', 'warning', ({ annotations }) => {
    if (annotations && Object.keys(annotations).some((key) => key.endsWith('Hint'))) return undefined;
    return {
      message: l10n.t('The tool has no annotations, so clients ask before every call.'),
      remedy: l10n.t('Add "readOnlyHint", "destructiveHint", "idempotentHint" and "openWorldHint" where they apply.'),
    };
  }),
  toolRule('hints-contradict', 'error', ({ annotations = {} }) => {
    if (annotations['readOnlyHint'] !== true || annotations['destructiveHint'] !== true) return undefined;
    return {
      path: '/annotations',
      message: l10n.t('The tool is marked read-only and destructive at once.'),
      remedy: l10n.t('Remove the annotation that is not true.'),
    };
  }),
  toolRule('hints-name', 'error', ({ name, annotations = {} }) => {
    if (annotations['readOnlyHint'] !== true || !writingWords.has(firstWord(name))) return undefined;
    return {
      path: '/annotations/readOnlyHint',
      message: l10n.t('The tool is marked read-only, but its name says "{0}".', firstWord(name)),
      remedy: l10n.t('Remove "readOnlyHint", or rename the tool.'),
    };
  }),
  observedRule('hints-observed', 'error', ({ result }, { annotations = {} }) => {
    const did = annotations['readOnlyHint'] === true && !isFailure(result) ? changeIn(result) : undefined;
    if (did === undefined) return undefined;
    return {
      path: '/annotations/readOnlyHint',
      message: l10n.t('The tool is marked read-only, but a result says "{0}".', did),
      remedy: l10n.t('Remove "readOnlyHint": clients call such a tool without asking.'),
    };
  }),
  toolRule('hints-destructive', 'warning', ({ name, annotations = {} }) => {
    if (!destructiveWords.has(firstWord(name)) || annotations['destructiveHint'] !== false) return undefined;
    return {
      path: '/annotations/destructiveHint',
      message: l10n.t('The tool is marked as not destructive, but its name says "{0}".', firstWord(name)),
      remedy: l10n.t('Mark it as destructive, so that clients ask.'),
    };
  }),
  toolRule('hints-type', 'error', ({ annotations = {} }) => {
    const wrong = Object.entries(annotations).find(
      ([key, value]) => key.endsWith('Hint') && typeof value !== 'boolean',
    );
    if (!wrong) return undefined;
    return {
      path: `/annotations/${wrong[0]}`,
      message: l10n.t('"{0}" is neither true nor false, so clients drop the tool or ignore it.', wrong[0]),
      remedy: l10n.t('Write true or false without quotation marks.'),
    };
  }),
  toolRule('output-root', 'error', ({ outputSchema }) => {
    if (outputSchema === undefined || (isRecord(outputSchema) && outputSchema['type'] === 'object')) return undefined;
    return {
      path: '/outputSchema',
      message: l10n.t('Clients before 2026-07-28 demand an output schema of the type "object".'),
      remedy: l10n.t('Put the value into a property of an object.'),
    };
  }),
  toolRule('output-invalid', 'error', ({ outputSchema }) => {
    const place = placesOf(outputSchema).find(({ schema }) => isRecord(schema) && schemaDefect(schema) !== undefined);
    if (!place || !isRecord(place.schema)) return undefined;
    return {
      path: `/outputSchema${place.path}`,
      message: schemaDefect(place.schema) ?? '',
      remedy: l10n.t('Correct the schema.'),
    };
  }),
  observedRule('output-missing', 'info', ({ result }, { outputSchema }) => {
    if (outputSchema !== undefined || isFailure(result) || !isJsonText(result)) return undefined;
    return {
      message: l10n.t('The tool returns JSON as text, without an output schema.'),
      remedy: l10n.t('Add "outputSchema", and return "structuredContent" too.'),
    };
  }),
  observedRule('output-mismatch', 'error', ({ result }, { outputSchema }) => {
    if (outputSchema === undefined || !isRecord(result) || isFailure(result)) return undefined;
    const { violations } = new SchemaChecker(outputSchema).check(result['structuredContent']);
    const [first] = violations;
    if (!first) return undefined;
    return {
      path: '/outputSchema',
      message: l10n.t('A result did not fit the output schema, and strict clients refuse it.'),
      remedy: l10n.t('Return what the schema promises, or correct the schema.'),
    };
  }),
  observedRule('text-fallback', 'warning', ({ result }) => {
    if (!isRecord(result) || result['structuredContent'] === undefined || isFailure(result)) return undefined;
    if (Array.isArray(result['content']) && result['content'].length > 0) return undefined;
    return {
      message: l10n.t('A result had only structured content, which older clients do not show.'),
      remedy: l10n.t('Return the same as text too.'),
    };
  }),
  observedRule('result-large', 'warning', ({ result }) => {
    const tokens = estimateTokens(result);
    if (tokens <= largeResult) return undefined;
    return {
      message: l10n.t('A result had ≈ {0} tokens; Claude Code cuts at {1}.', tokens, largeResult),
      remedy: l10n.t('Return pages, and say how to get the next one.'),
    };
  }),
  observedRule('error-protocol', 'warning', ({ errorCode }) => {
    if (errorCode === undefined || errorCode === -32602 || errorCode === -32601 || errorCode === -32700)
      return undefined;
    return {
      message: l10n.t('A call failed with the protocol error {0}, which a model does not get to see.', errorCode),
      remedy: l10n.t('Return a result with "isError": true and a sentence that tells what to do.'),
    };
  }),
  observedRule('slow-call', 'info', ({ ms, errorCode }) => {
    if (errorCode !== undefined || ms <= 60_000) return undefined;
    return {
      message: l10n.t('A call took {0} s; many clients give up after 60 s.', Math.round(ms / 1_000)),
      remedy: l10n.t('Send progress, or make it a task.'),
    };
  }),
];
