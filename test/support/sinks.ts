import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { type Log, type LogLine, createLog, silentLog } from '../../src/base/log.ts';
import { parseJson } from '../../src/base/json.ts';
import { sinksVariable } from '../../scripts/lib/sinks.mjs';

const folder = process.env[sinksVariable];

/** A value of a sign-in, which must be found nowhere when the suite is over; `name` is what is told of it. */
export function noteSecret(name: string, value: string): void {
  if (folder !== undefined)
    appendFileSync(path.join(folder, 'values', `${process.pid}.jsonl`), `${JSON.stringify({ name, value })}\n`);
}

/** Fields of requests and responses, and of what is kept of a grant. */
const secretNames =
  /^(code|code_?verifier|verifier|access_token|refresh_token|id_token|client_secret|client_?assertion|assertion|token|subject_token|idp_id_token|valid_jwt|d)$/i;

/** The secrets among these fields, wherever they are nested. */
export function noteSecretFields(value: unknown, source: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value))
    if (typeof field === 'string' && secretNames.test(name)) noteSecret(`${name} of ${source}`, field);
    else noteSecretFields(field, source);
}

/** What goes into a secret storage belongs there, and nowhere else. */
export function noteStored(text: string): string {
  const parsed = parseJson(text);
  if (parsed.ok) noteSecretFields(parsed.value, 'the secret storage');
  return text;
}

/** What a test keeps in memory where the product has a file. */
export function keepText(sink: string, text: string): void {
  if (folder !== undefined) appendFileSync(path.join(folder, 'kept', `${sink}-${process.pid}.txt`), `${text}\n`);
}

/** The log of fake ports: nobody reads it, but it is searched. */
export const searchedLog: Log =
  folder === undefined ? silentLog : createLog((line: LogLine) => keepText('log', JSON.stringify(line)));
