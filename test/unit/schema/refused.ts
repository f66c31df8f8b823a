/** What of the JSON-Schema-Test-Suite is refused on purpose. Everything else must pass. */

interface RefusedGroup {
  /** Without the `.json`. */
  readonly file: string;
  /** Without one: all groups of the file. */
  readonly group?: string;
  readonly reason: string;
}

const remote = 'it refers to another document: nothing is ever fetched because a schema says so';
const dialect = 'its dialect is described by another document, which would have to be fetched';

/** The checker cannot resolve a reference of theirs, and a manifest with such a schema is refused. */
export const refusedGroups: readonly RefusedGroup[] = [
  { file: 'refRemote', reason: remote },
  { file: 'ref', group: 'remote ref, containing refs itself', reason: remote },
  { file: 'defs', group: 'validate definition against metaschema', reason: remote },
  { file: 'definitions', group: 'validate definition against metaschema', reason: remote },
  { file: 'dynamicRef', group: 'strict-tree schema, guards against misspelled properties', reason: remote },
  { file: 'dynamicRef', group: 'tests for implementation dynamic anchor and reference link', reason: remote },
  {
    file: 'dynamicRef',
    group: '$ref and $dynamicAnchor are independent of order - $defs first',
    reason: remote,
  },
  { file: 'dynamicRef', group: '$ref and $dynamicAnchor are independent of order - $ref first', reason: remote },
  { file: 'dynamicRef', group: '$ref to $dynamicRef finds detached $dynamicAnchor', reason: remote },
  {
    file: 'vocabulary',
    group: 'schema that uses custom metaschema with with no validation vocabulary',
    reason: dialect,
  },
  { file: 'vocabulary', group: 'ignore unrecognized optional vocabulary', reason: dialect },
];

/**
 * Each of these in `format.json` says that a text of another form is accepted, because 2020-12 and 2019-09 take `format`
 * for an annotation. Here it is an assertion: servers check it (zod and pydantic write it for exactly that), and a user
 * wants to know before the call.
 */
export const assertedFormats: ReadonlySet<string> = new Set(
  'email regex ipv4 ipv6 hostname date date-time time json-pointer uri uuid duration'.split(' '),
);
