import { isRecord } from '../../json.ts';
import { type Dialect, dialectOf, isOld } from './dialect.ts';
import { unescapePointer } from './pointer.ts';
import { isSchema, type Schema, type SchemaObject, text } from './schema.ts';
import { subschemasOf } from './subschemas.ts';

/** What has a URI of its own: the document, or a part of it with an `$id`. References are relative to it. */
export interface SchemaResource {
  readonly uri: string;
  readonly root: Schema;
  readonly dialect: Dialect;
}

/** A place in the document that a reference leads to. */
export interface SchemaTarget {
  readonly schema: Schema;
  readonly resource: SchemaResource;
}

interface NamedParts {
  /** By URI, or URI, `#` and anchor. */
  readonly targets: ReadonlyMap<string, SchemaTarget>;
  readonly dynamic: ReadonlyMap<SchemaResource, ReadonlyMap<string, SchemaTarget>>;
}

/** For documents without an `$id`. It is never fetched, and nothing else is. */
const defaultUri = 'schema:///';

/** One schema document: references are followed inside it only. */
export class SchemaDocument {
  readonly root: Schema;
  readonly resource: SchemaResource;
  readonly #resources = new WeakMap<SchemaObject, SchemaResource>();
  #named: NamedParts | undefined;

  constructor(root: unknown) {
    this.root = isSchema(root) ? root : true;
    const whole = {
      uri: defaultUri,
      root: this.root,
      dialect: dialectOf(isRecord(root) ? root['$schema'] : undefined),
    };
    this.resource = this.resourceOf(this.root, whole);
  }

  /** The resource that a schema inside of `parent` belongs to: its own, if it has an `$id`. */
  resourceOf(schema: Schema, parent: SchemaResource): SchemaResource {
    if (typeof schema === 'boolean') return parent;
    const before = this.#resources.get(schema);
    if (before) return before;
    const dialect = schema['$schema'] === undefined ? parent.dialect : dialectOf(schema['$schema']);
    const [id = ''] = idOf(schema, dialect)?.split('#') ?? [];
    const uri = id === '' ? undefined : resolveUri(id, parent.uri);
    if (uri === undefined) return parent;
    const own = { uri, root: schema, dialect };
    this.#resources.set(schema, own);
    return own;
  }

  /** The target of a `$ref`; `undefined` where it is in another document, or nowhere. */
  lookUp(ref: string, from: SchemaResource): SchemaTarget | undefined {
    if (ref === '' || ref === '#') return { schema: from.root, resource: from };
    if (ref.startsWith('#/')) return this.#atPointer(from, ref.slice(1));
    const [uri = '', fragment = ''] = resolveUri(ref, from.uri)?.split('#') ?? [];
    if (fragment !== '' && !fragment.startsWith('/')) return this.#names().targets.get(`${uri}#${decode(fragment)}`);
    const whole = uri === this.resource.uri ? this.resource : this.#names().targets.get(uri)?.resource;
    return whole && this.#atPointer(whole, fragment);
  }

  /** The schema that a `$dynamicRef` of this name leads to if it finds it in this resource. */
  dynamicTarget(name: string, resource: SchemaResource): SchemaTarget | undefined {
    return this.#names().dynamic.get(resource)?.get(name);
  }

  #atPointer(from: SchemaResource, pointer: string): SchemaTarget | undefined {
    let here: unknown = from.root;
    let resource = from;
    for (const part of pointer.split('/').slice(1)) {
      here = stepInto(here, unescapePointer(decode(part)));
      if (isRecord(here)) resource = this.resourceOf(here, resource);
    }
    return isSchema(here) ? { schema: here, resource } : undefined;
  }

  #names(): NamedParts {
    this.#named ??= collectNames(this);
    return this.#named;
  }
}

/** One walk over the whole document, when a reference by name is followed for the first time. */
function collectNames(document: SchemaDocument): NamedParts {
  const targets = new Map<string, SchemaTarget>();
  const dynamic = new Map<SchemaResource, Map<string, SchemaTarget>>();
  const queue: SchemaTarget[] = [{ schema: document.root, resource: document.resource }];
  for (const target of queue) {
    const { schema, resource } = target;
    if (typeof schema === 'boolean') continue;
    const { anchors, dynamicAnchor } = anchorsOf(schema, resource);
    const names = [
      ...anchors.map((name) => `${resource.uri}#${name}`),
      ...(resource.root === schema ? [resource.uri] : []),
    ];
    for (const name of names) if (!targets.has(name)) targets.set(name, target);
    if (dynamicAnchor !== undefined) {
      const own = dynamic.get(resource) ?? new Map<string, SchemaTarget>();
      dynamic.set(resource, own.set(dynamicAnchor, target));
    }
    for (const { schema: inner } of subschemasOf(schema))
      queue.push({ schema: inner, resource: document.resourceOf(inner, resource) });
  }
  return { targets, dynamic };
}

function anchorsOf(schema: SchemaObject, { dialect }: SchemaResource): { anchors: string[]; dynamicAnchor?: string } {
  if (isOld(dialect)) {
    const [, anchor = ''] = idOf(schema, dialect)?.split('#') ?? [];
    return { anchors: anchor === '' ? [] : [anchor] };
  }
  const anchor = text(schema, '$anchor');
  const dynamicAnchor = dialect === '2019-09' ? undefined : text(schema, '$dynamicAnchor');
  const anchors = [anchor, dynamicAnchor].filter((name) => name !== undefined);
  return { anchors, ...(dynamicAnchor !== undefined && { dynamicAnchor }) };
}

function idOf(schema: SchemaObject, dialect: Dialect): string | undefined {
  if (isOld(dialect) && typeof schema['$ref'] === 'string') return undefined; // beside a `$ref` nothing counts
  return text(schema, dialect === 'draft-04' ? 'id' : '$id');
}

function resolveUri(uri: string, base: string): string | undefined {
  return URL.canParse(uri, base) ? new URL(uri, base).href : undefined;
}

/** Own members only: a definition may be called "constructor". */
function stepInto(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value[Number(key)] as unknown) : undefined;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % is then part of the name
  }
}
