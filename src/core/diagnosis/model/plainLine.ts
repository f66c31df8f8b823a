import { isRecord } from '../../../base/json.ts';

// eslint-disable-next-line no-control-regex -- colours and cursor movements of terminals are control characters
const terminalCodes = /\u001B(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[=>()][0-9A-B]?)/g;
const longestRecord = 4_000;
const told = ['msg', 'message', 'event', 'text', 'error', 'err', 'reason', 'detail', 'exception'] as const;

/** What a line says, without colours; of a record of a structured log its message and its error. */
export function plainLine(line: string): string {
  const plain = line.includes('\u001B') ? line.replaceAll(terminalCodes, '') : line;
  return plain.trimStart().startsWith('{') && plain.length <= longestRecord ? (messageOf(plain) ?? plain) : plain;
}

function messageOf(line: string): string | undefined {
  try {
    const record: unknown = JSON.parse(line);
    if (!isRecord(record) || 'result' in record) return undefined;
    const said = textsOf(isRecord(record['params']) ? record['params'] : record);
    return said.length === 0 ? undefined : [...new Set(said)].join(': ');
  } catch {
    return undefined; // not a record
  }
}

function textsOf(record: Readonly<Record<string, unknown>>): readonly string[] {
  return told.flatMap((name) => {
    const value = record[name];
    if (typeof value === 'string') return value === '' ? [] : [value];
    return isRecord(value) ? textsOf(value) : [];
  });
}
