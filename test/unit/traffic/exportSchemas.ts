/** What is published about the files that we write for other programs. Members that we never write are left out. */

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const sizeOrUnknown = { type: 'integer', minimum: -1 } as const;
const pairs = { type: 'array', items: closed({ name: text, value: text }) } as const;

function closed(properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) {
  return {
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties: { ...properties, ...optional },
  } as const;
}

const message = { httpVersion: text, cookies: { type: 'array' }, headers: pairs, headersSize: sizeOrUnknown };
const milliseconds = { type: 'number', minimum: 0 } as const;

/** http://www.softwareishard.com/blog/har-12-spec: what has an underscore is allowed everywhere. */
const harEntry = closed(
  {
    startedDateTime: {
      type: 'string',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
    },
    time: milliseconds,
    request: closed({
      ...message,
      method: text,
      url: { type: 'string', format: 'uri' },
      queryString: pairs,
      bodySize: sizeOrUnknown,
      postData: closed({ mimeType: text, text }),
    }),
    response: closed({
      ...message,
      status: count,
      statusText: text,
      content: closed({ size: count, mimeType: text, text }),
      redirectURL: text,
      bodySize: sizeOrUnknown,
    }),
    cache: closed({}),
    timings: closed({ send: milliseconds, wait: milliseconds, receive: milliseconds }),
  },
  { _mcp: { type: 'object' } },
);

export const harSchema = closed({
  log: closed(
    {
      version: { const: '1.2' },
      creator: closed({ name: text, version: text }),
      entries: { type: 'array', items: harEntry },
    },
    { comment: text },
  ),
});

const hex = (bytes: number) => ({ type: 'string', pattern: `^(?!0+$)[0-9a-f]{${bytes * 2}}$` }) as const;
/** A 64-bit number of protobuf. */
const int64 = { type: 'string', pattern: '^-?\\d{1,19}$' } as const;
const attribute = closed({
  key: { type: 'string', minLength: 1 },
  value: {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    properties: { stringValue: text, intValue: int64, boolValue: { type: 'boolean' }, doubleValue: { type: 'number' } },
  },
});
const attributes = { type: 'array', items: attribute } as const;

const span = closed(
  {
    traceId: hex(16),
    spanId: hex(8),
    name: { type: 'string', minLength: 1 },
    kind: { type: 'integer', minimum: 0, maximum: 5 },
    startTimeUnixNano: int64,
    endTimeUnixNano: int64,
    attributes,
    status: closed({}, { code: { type: 'integer', minimum: 0, maximum: 2 }, message: text }),
  },
  { parentSpanId: hex(8) },
);

/** `ExportTraceServiceRequest` in the JSON of OTLP: names in camelCase, ids in hex, enums as numbers. */
export const otlpSchema = closed({
  resourceSpans: {
    type: 'array',
    minItems: 1,
    items: closed({
      resource: closed({ attributes }),
      scopeSpans: {
        type: 'array',
        minItems: 1,
        items: closed({
          scope: closed({ name: text, version: text }),
          spans: { type: 'array', minItems: 1, items: span },
        }),
      },
    }),
  },
});
