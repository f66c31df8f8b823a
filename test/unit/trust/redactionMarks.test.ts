import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { recordedTraffic } from './recorded.ts';
import { encodings, learnedSecrets, recognizableSecrets } from './redactionCorpus.ts';

const leastRecall = 0.98;
const mostFalseAlarms = 0.01;

/** A part of it is a leak too: eight characters in a row of a secret say too much. */
function leaks(shown: string, secret: string): boolean {
  const width = Math.min(8, secret.length);
  for (let at = 0; at + width <= secret.length; at++) if (shown.includes(secret.slice(at, at + width))) return true;
  return false;
}

type Place = (redactor: Redactor, text: string) => string;

const places: Readonly<Record<string, Place>> = {
  'a line of output': (redactor, text) => redactor.text(text),
  'a sentence': (redactor, text) => redactor.text(`Error: request failed: ${text} (exit code 1)`),
  'lines of a log': (redactor, text) => redactor.text(`2026-01-01T00:00:00Z info\n${text}\n    at run (main.js:1:2)`),
  'a message': (redactor, text) => JSON.stringify(redactor.value({ result: { content: [{ type: 'text', text }] } })),
  'JSON text': (redactor, text) => redactor.text(JSON.stringify({ message: text, level: 'info' })),
  'JSON in JSON': (redactor, text) => redactor.text(JSON.stringify({ body: JSON.stringify({ message: text }) })),
};

class Score {
  total = 0;
  readonly missed = new Map<string, string[]>();

  add(group: string, what: string, found: boolean): void {
    this.total++;
    if (!found) this.missed.set(group, [...(this.missed.get(group) ?? []), what]);
  }

  get share(): number {
    return 1 - [...this.missed.values()].flat().length / this.total;
  }

  toString(): string {
    const rows = [...this.missed].map(
      ([group, what]) => `  ${group}: ${what.length} (${what.slice(0, 12).join(', ')})`,
    );
    return [`${this.share.toFixed(4)} of ${this.total}`, ...rows].join('\n');
  }
}

function show(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value)); // a secret that stands there in other words is the same secret
  } catch {
    return value;
  }
}

test('secrets are recognized by their form in each place', () => {
  const score = new Score();
  const planted = recognizableSecrets(11);
  for (const [place, redact] of Object.entries(places)) {
    for (const { what, text, secrets } of planted) {
      const shown = show(redact(new Redactor(), text));
      score.add(place, what, !secrets.some((secret) => leaks(shown, secret)));
    }
  }
  console.log(`recognized: ${planted.length} secrets in ${Object.keys(places).length} places, recall ${score}`);
  assert.ok(planted.length >= 100);
  // Each form by itself: one that is lost would hardly change the share.
  assert.deepEqual(score.missed.get('a line of output') ?? [], []);
  assert.ok(score.share >= leastRecall, String(score));
});

test('learned secrets are found in each encoding', () => {
  const score = new Score();
  const secrets = learnedSecrets(12);
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  for (const [encoding, { encode, wrap = (encoded: string) => encoded }] of Object.entries(encodings)) {
    for (const secret of secrets) {
      const encoded = encode(secret);
      const shown = redactor.text(wrap(encoded));
      score.add(encoding, JSON.stringify(secret), !leaks(shown, secret) && !leaks(shown, encoded));
    }
  }
  console.log(`learned: ${secrets.length} secrets in ${Object.keys(encodings).length} encodings, recall ${score}`);
  assert.ok(secrets.length >= 100 && Object.keys(encodings).length >= 12);
  assert.ok(score.share >= leastRecall, String(score));
});

function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + fieldsOf(each), 0);
}

function changedFields(before: unknown, after: unknown, changed: string[]): void {
  if (before === after) return;
  if (typeof before !== 'object' || before === null) return void changed.push(`${String(before)} -> ${String(after)}`);
  const rest = after as Readonly<Record<string, unknown>>;
  for (const [key, value] of Object.entries(before)) {
    if (key in rest) changedFields(value, rest[key], changed);
    else changed.push(key);
  }
}

test('less than one field in a hundred of the traffic of real servers is taken for a secret', () => {
  const rows = recordedTraffic();
  const redactor = new Redactor();
  const changed: string[] = [];
  let fields = 0;
  for (const { message, stderr, noise } of rows) {
    const value = message ?? stderr ?? noise;
    fields += fieldsOf(value);
    changedFields(value, redactor.value(value), changed);
    if (message !== undefined) changedFields(JSON.stringify(message), redactor.text(JSON.stringify(message)), changed);
  }
  const servers = new Set(rows.map(({ server }) => server)).size;
  console.log(`false alarms: ${changed.length} of ${fields} fields of ${servers} servers`);
  assert.ok(servers >= 20 && fields > 5_000);
  assert.ok(changed.length / fields < mostFalseAlarms, changed.join('\n'));
});
