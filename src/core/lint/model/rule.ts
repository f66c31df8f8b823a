import { isRecord } from '../../../base/json.ts';
import { escapePointer } from '../../../base/schema/document/pointer.ts';
import type { Schema, SchemaObject } from '../../../base/schema/document/schema.ts';
import type { LintFinding, LintSeverity } from '../../../contract/lint.ts';
import { subschemasOf } from '../../../base/schema/document/subschemas.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { LintSubject } from './lintSubject.ts';

/** A finding that does not know its rule yet. */
export type Found = Omit<LintFinding, 'rule' | 'severity'>;

export interface LintRule {
  readonly id: string;
  readonly severity: LintSeverity;
  readonly check: (subject: LintSubject) => Iterable<Found>;
}

type Words = Pick<Found, 'message' | 'remedy'>;

/** What a rule says of one thing, or nothing. `path` is where in it. */
type Verdict = (Words & { readonly path?: string }) | undefined | false;

export function serverRule(
  id: string,
  severity: LintSeverity,
  judge: (subject: LintSubject) => Words | undefined | false,
): LintRule {
  return {
    id,
    severity,
    *check(subject) {
      const found = judge(subject);
      if (found) yield { subject: 'server', ...found };
    },
  };
}

export function toolRule(
  id: string,
  severity: LintSeverity,
  judge: (tool: ToolDefinition, subject: LintSubject) => Verdict,
): LintRule {
  return {
    id,
    severity,
    *check(subject) {
      for (const tool of subject.tools) {
        const found = judge(tool, subject);
        if (found) yield { subject: toolSubject(tool.name), ...found };
      }
    },
  };
}

/** Once for each place of a tool's input schema; `input` is the whole of it. */
export function schemaRule(
  id: string,
  severity: LintSeverity,
  judge: (schema: Schema, at: SchemaPlace) => Words | undefined | false,
): LintRule {
  return {
    id,
    severity,
    *check({ tools }) {
      for (const { name, inputSchema } of tools) {
        for (const place of placesOf(inputSchema)) {
          const found = judge(place.schema, place);
          if (found) yield { subject: toolSubject(name), path: `/inputSchema${place.path}`, ...found };
        }
      }
    },
  };
}

export function toolSubject(name: string): string {
  return `tools/${name}`;
}

interface SchemaPlace {
  readonly schema: Schema;
  readonly path: string;
  readonly depth: number;
  /** The name, where it is the schema of a property. */
  readonly property: string | undefined;
}

/** A schema of a server may be of any size. */
const maxPlaces = 5_000;
const maxDepth = 64;
const known = new WeakMap<SchemaObject, readonly SchemaPlace[]>();

/** The schema and all schemas inside it, references not followed. */
export function placesOf(root: unknown): readonly SchemaPlace[] {
  if (!isRecord(root)) return [];
  const places = known.get(root) ?? readPlaces(root);
  known.set(root, places); // each rule asks
  return places;
}

function readPlaces(root: SchemaObject): readonly SchemaPlace[] {
  const places: SchemaPlace[] = [{ schema: root, path: '', depth: 0, property: undefined }];
  for (let at = 0; at < places.length && places.length < maxPlaces; at++) {
    const { schema, path, depth } = places[at]!;
    if (typeof schema === 'boolean' || depth >= maxDepth) continue;
    for (const inner of subschemasOf(schema)) {
      const [keyword, name] = inner.path;
      const steps = inner.path.map((step) => `/${escapePointer(String(step))}`).join('');
      const property = keyword === 'properties' ? String(name) : undefined;
      places.push({ schema: inner.schema, path: path + steps, depth: depth + 1, property });
    }
  }
  return places;
}
