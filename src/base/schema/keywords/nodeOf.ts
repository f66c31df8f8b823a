import type { Schema } from '../document/schema.ts';
import type { SchemaNode } from '../run/checkRun.ts';

/** Makes a schema inside of the current one ready; its own keywords are read when a value meets it. */
export type NodeOf = (schema: Schema) => SchemaNode;
