import path from 'node:path';
import { callHasSecret } from '../../../base/faults/callFaults.ts';
import { writeFailed } from '../../../base/faults/configFaults.ts';
import type { JsonObject } from '../../../base/json.ts';
import { secretIn } from '../../calls/secretIn.ts';
import { memberOf, parseJsonTree, toValue } from '../../config/text/jsonTree.ts';
import { insertItem, styleOf } from '../../config/text/textEdit.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';

/** A call that becomes a check: it must end as it ended. */
export interface CallToCheck {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isError?: boolean | undefined;
  /** The code of the JSON-RPC error that came instead of a result. */
  readonly errorCode?: number | undefined;
}

/** Throws `call/has-secret` with its place: check files are shared. */
export function assertNoSecret(calls: readonly CallToCheck[], file: string, redactor: Redactor): void {
  const place = calls.map(({ args }) => secretIn(args, redactor)).find((found) => found !== undefined);
  if (place !== undefined) throw callHasSecret(place, path.basename(file));
}

/** The text of a check file with these calls at its end; every other byte stays. */
export function addChecks(
  text: string | undefined,
  file: string,
  server: string,
  calls: readonly CallToCheck[],
): string {
  const isNew = text === undefined || text.trim() === '';
  const before = isNew ? `${JSON.stringify({ mcptest: 1, server, checks: [] }, undefined, 2)}\n` : text;
  return calls.reduce((whole, call) => addOne(whole, file, server, call), before);
}

function addOne(text: string, file: string, server: string, call: CallToCheck): string {
  const { root, errors } = parseJsonTree(text);
  const checks = memberOf(root, 'checks')?.value;
  if (errors.length > 0 || checks?.kind !== 'array') throw writeFailed('callsInvalid', path.basename(file));
  const owner = memberOf(root, 'server')?.value;
  if (owner && toValue(owner) !== server) throw writeFailed('checksOfOther', path.basename(file));
  const taken = new Set(checks.items.map((item) => (toValue(item) as JsonObject | null)?.['id']));
  return insertItem(text, checks, checkOf(call, freeId(call.tool, taken)), styleOf(text));
}

function checkOf({ tool, args, isError, errorCode }: CallToCheck, id: string): JsonObject {
  const expect: JsonObject = errorCode === undefined ? { isError: isError ?? false } : { error: errorCode };
  return { id, call: tool, args: args as JsonObject, expect };
}

/** Names a file of a snapshot, so it has letters that every file system takes. */
function freeId(tool: string, taken: ReadonlySet<unknown>): string {
  const stem =
    tool
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 80) || 'check';
  for (let number = 1; ; number++) {
    const id = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(id)) return id;
  }
}
