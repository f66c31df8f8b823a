import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import {
  type TrafficFieldName,
  type TrafficFieldValues,
  fieldEntries,
} from '../../../contract/traffic/trafficFields.ts';

/** What has the fields of a row, where a missing one may be `undefined`. */
type RowFields = { readonly [K in TrafficFieldName]?: TrafficFieldValues[K] | undefined };

/** The line of a row, newline included: its fields in the order of the table, then `http`, then the body. */
export function rowLine(
  row: RowFields,
  http: HttpExchange | undefined,
  kind: 'frame' | 'text',
  bodyJson: string,
): string {
  return `${fieldsText(row)}${http === undefined ? '' : httpText(http)},"${kind}":${bodyJson}}\n`;
}

/** For each type of field, the code that makes JSON of its value. */
const jsonOf: Readonly<Record<(typeof fieldEntries)[number][1]['type'], (value: string) => string>> = {
  number: (value) => `numeral(${value})`,
  row: (value) => value,
  choice: (value) => `'"' + ${value} + '"'`,
  text: (value) => `quote(${value})`,
  id: (value) => `(typeof ${value} === 'string' ? quote(${value}) : numeral(${value}))`,
};

const written = new WeakMap<HttpExchange, string>();

/** Many rows share one exchange. */
function httpText(http: HttpExchange): string {
  const known = written.get(http);
  if (known !== undefined) return known;
  const text = `,"http":${JSON.stringify(http)}`;
  written.set(http, text);
  return text;
}

const plainText = /^[\w/.$#:() -]*$/;

/** Names rarely need escapes. */
function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A microsecond is fine enough, and half the digits. */
function numeral(value: number): string {
  return Number.isInteger(value) ? String(value) : Number.isFinite(value) ? value.toFixed(3) : 'null';
}

/**
 * Every row of every server goes through here. So the table is compiled once to the code that one would write by
 * hand: going through the table for each row takes twice as long, JSON.stringify three times.
 */
function compile(): (row: RowFields) => string {
  const parts = fieldEntries.map(([name, { type, required }], at) => {
    const member = `'${at === 0 ? '{' : ','}"${name}":' + ${jsonOf[type](`row.${name}`)}`;
    return required ? member : `(row.${name} === undefined ? '' : ${member})`;
  });
  const code = `return (row) => ${parts.join(' + ')};`;
  return new Function('quote', 'numeral', code)(quote, numeral) as (row: RowFields) => string;
}

/** The fields as members of an object, whose end is left open. */
const fieldsText = compile();
