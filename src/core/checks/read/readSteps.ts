import type { JsonObject } from '../../../base/json.ts';
import type { Span } from '../../config/text/lineMap.ts';
import type { Expectations, Ignored, Step, StepKind } from '../model/checkFile.ts';

export type SpanOf = (path: readonly (string | number)[]) => Span;

const kinds: readonly StepKind[] = ['call', 'read', 'prompt', 'complete', 'list'];

/** The steps of a check: those that it lists, or the one that it is itself. The form has been checked. */
export function readSteps(body: JsonObject, path: readonly (string | number)[], spanOf: SpanOf): readonly Step[] {
  const listed = body['steps'] as readonly JsonObject[] | undefined;
  if (!Array.isArray(listed)) return readStep(body, path, spanOf);
  return listed.flatMap((step, at) => readStep(step, [...path, 'steps', at], spanOf));
}

function readStep(body: JsonObject, path: readonly (string | number)[], spanOf: SpanOf): readonly Step[] {
  const kind = kinds.find((name) => body[name] !== undefined);
  if (!kind) return [];
  const { cancelAfterMs, timeoutMs } = body as { cancelAfterMs?: number; timeoutMs?: number };
  const complete = kind === 'complete' ? (body['complete'] as JsonObject) : undefined;
  return [
    {
      kind,
      target: complete ? String(complete['prompt'] ?? complete['uri'] ?? '') : String(body[kind]),
      args: complete ?? ((body['args'] ?? {}) as JsonObject),
      answers: (body['answers'] ?? []) as readonly JsonObject[],
      ...(cancelAfterMs !== undefined && { cancelAfterMs }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      take: (body['take'] ?? {}) as Readonly<Record<string, string>>,
      expect: (body['expect'] ?? {}) as Expectations,
      ignore: (body['ignore'] ?? []) as unknown as readonly Ignored[],
      span: spanOf([...path, kind]),
    },
  ];
}
