import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import { isRecord } from '../../../base/json.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { FuzzInput } from './inputs.ts';

const mostTries = 40;

/** The smallest input found that still fails in the same way: arguments left out, texts and lists halved. */
export async function shrink(
  { inputSchema }: ToolDefinition,
  input: FuzzInput,
  failsStill: (smaller: FuzzInput) => Promise<boolean>,
): Promise<FuzzInput> {
  const checker = new SchemaChecker(inputSchema);
  let best = input;
  let tries = 0;
  for (let isSmaller = true; isSmaller && tries < mostTries;) {
    isSmaller = false;
    for (const args of smallerThan(best.args)) {
      const isValid = checker.check(args).violations.length === 0;
      if (isValid !== input.isValid || ++tries > mostTries) continue;
      const next = { ...best, args };
      if (!(await failsStill(next))) continue;
      best = next;
      isSmaller = true;
      break;
    }
  }
  return best;
}

function* smallerThan(args: FuzzInput['args']): Generator<Record<string, unknown>> {
  for (const name of Object.keys(args)) {
    const { [name]: value, ...rest } = args;
    yield rest;
    const half = halved(value);
    if (half !== undefined) yield { ...args, [name]: half };
  }
}

function halved(value: unknown): unknown {
  if (typeof value === 'string' && value.length > 1) return value.slice(0, value.length >> 1);
  if (Array.isArray(value) && value.length > 1) return value.slice(0, value.length >> 1);
  if (isRecord(value) && Object.keys(value).length > 1) return Object.fromEntries(Object.entries(value).slice(1));
  return undefined;
}
