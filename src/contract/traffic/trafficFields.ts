/*
 * The fields of a traffic row. Types, recordings (reading and writing), the query language with its
 * completion, and the tables of docs/mcptrace.md derive from this table: a new field is one row here,
 * a slot in `Entry` and the code that knows its value.
 */

interface TrafficField {
  /** `row` is the number of an earlier row. */
  readonly type: 'number' | 'text' | 'id' | 'choice' | 'row';
  /** A recorded line without it, and without a fallback, is malformed. */
  readonly required?: true;
  readonly fallback?: number;
  /** If missing, it has the value of that field. */
  readonly sameAs?: string;
  /** A row may point to itself. */
  readonly orItself?: true;
  /** What a `choice` may be, each with its meaning. */
  readonly values?: Readonly<Record<string, string>>;
  readonly meaning: string;
  /** Searched for words of a query that name no field. */
  readonly searched?: true;
  readonly query?: FieldQuery;
}

/** How a query filters by a field. */
interface FieldQuery {
  readonly name: string;
  /** Its place among the suggestions. */
  readonly rank: number;
  readonly aliases?: readonly string[];
  /** Values of the newest rows are suggested. */
  readonly suggested?: true;
  /** What one of each unit counts for; without a unit, 1. */
  readonly units?: Readonly<Record<string, number>>;
  /** Names that stand for one or more values. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Values that are found by one of `names` only. */
  readonly unnamed?: readonly string[];
}

const bytes = { b: 1, kb: 1_024, mb: 1_048_576 };
const times = { ms: 1, s: 1_000, m: 60_000 };

/** In the order in which they are written. */
const trafficFields = {
  at: {
    type: 'number',
    required: true,
    fallback: 0,
    meaning: 'wall time, milliseconds since 1970; may jump with the clock',
    query: { name: 'time', rank: 14 },
  },
  ms: { type: 'number', meaning: 'monotonic milliseconds, comparable within one session: use it for differences' },
  server: {
    type: 'text',
    required: true,
    meaning: 'the name of the server',
    searched: true,
    query: { name: 'server', rank: 1, suggested: true },
  },
  connection: {
    type: 'text',
    required: true,
    sameAs: 'server',
    meaning: 'the connection to the server',
    query: { name: 'connection', rank: 13 },
  },
  direction: {
    type: 'choice',
    required: true,
    values: { toServer: 'sent by the client', toClient: 'sent by the server', none: 'neither' },
    meaning: 'who sent it',
    query: { name: 'direction', rank: 7, aliases: ['dir'], names: { out: ['toServer'], in: ['toClient'] } },
  },
  kind: {
    type: 'choice',
    required: true,
    values: {
      request: 'expects a response',
      response: 'a result or an error',
      notification: 'expects no response',
      stderr: 'a line on stderr',
      noise: 'output on stdout that is not JSON-RPC',
      state: 'something that happened to the connection',
      malformed: 'not a valid message',
    },
    meaning: 'what it is',
    searched: true,
    query: { name: 'kind', rank: 8 },
  },
  bytes: {
    type: 'number',
    required: true,
    fallback: 0,
    meaning: 'size on the wire; 0 where unknown',
    query: { name: 'size', rank: 10, aliases: ['bytes'], units: bytes },
  },
  method: {
    type: 'text',
    meaning: 'the method of the message; of a response, that of its request',
    searched: true,
    query: { name: 'method', rank: 2, suggested: true },
  },
  name: {
    type: 'text',
    meaning: 'the tool, prompt or URI that it is about; of a response, that of its request',
    searched: true,
    query: { name: 'tool', rank: 3, suggested: true },
  },
  id: { type: 'id', meaning: 'the JSON-RPC id', searched: true, query: { name: 'id', rank: 12 } },
  status: {
    type: 'choice',
    values: {
      ok: 'a response with a result',
      error: 'a response with an error',
      toolError: 'a tool result that is marked as an error',
      inputRequired: 'the server needs input before it can respond',
      lost: 'of a `state` row: the request that is its `pair` gets no response',
      cancelled: 'of a `state` row: the request that is its `pair` was cancelled',
      closed:
        'of a `state` row: no pending request on its `connection` gets a response, or on any connection if that is empty',
    },
    meaning: 'how a request ended',
    searched: true,
    query: { name: 'status', rank: 4, names: { lost: ['lost', 'closed'], rpcError: ['error'] }, unnamed: ['closed'] },
  },
  durationMs: {
    type: 'number',
    meaning: 'of a response, `lost` or `cancelled`: the time since the request',
    query: { name: 'duration', rank: 5, aliases: ['latency'], units: times },
  },
  pair: { type: 'row', meaning: 'of a response, `lost` or `cancelled`: the number of the request' },
  group: {
    type: 'row',
    orItself: true,
    meaning: 'the first request of the call that this continues: a later round, a poll of its task, its progress',
  },
  httpStatus: {
    type: 'number',
    meaning: 'the HTTP status, where HTTP carried it',
    query: { name: 'http', rank: 11 },
  },
} as const satisfies Readonly<Record<string, TrafficField>>;

/** Query filters that are not fields of a row. */
export const computedFields = {
  body: { rank: 6, meaning: 'text in the body' },
  is: {
    rank: 9,
    meaning: 'what is known about the row',
    values: {
      pinned: 'pinned by the user',
      pending: 'a request without a response',
      paired: 'a response whose request is known',
      grouped: 'part of a call of several messages',
      probe: 'a probe or keep-alive of ours: `ping`, `server/discover`',
    },
  },
} as const;

type Table = typeof trafficFields;
export type TrafficFieldName = keyof Table;
type RequiredName = { [K in TrafficFieldName]: Table[K] extends { required: true } ? K : never }[TrafficFieldName];
type Types = { number: number; text: string; id: string | number; row: number };
type ValueOf<F> = F extends { values: infer V } ? keyof V : F extends { type: keyof Types } ? Types[F['type']] : never;

/** The type of a row, derived from the table. */
export type TrafficFieldValues = { readonly [K in RequiredName]: ValueOf<Table[K]> } & {
  readonly [K in Exclude<TrafficFieldName, RequiredName>]?: ValueOf<Table[K]>;
};

type QueryNameOf<F> = F extends { query: { name: infer N } } ? N : never;
export type QueryFieldName = QueryNameOf<Table[TrafficFieldName]> | keyof typeof computedFields;

/** With the optional members of every row of the table, for code that goes through it. */
export const fieldEntries: readonly (readonly [TrafficFieldName, TrafficField])[] = Object.entries(
  trafficFields,
) as readonly [TrafficFieldName, TrafficField][];
