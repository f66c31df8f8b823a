/** The form of a check file, for our own reading and for editors: `media/schemas/mcptest.schema.json` is made of it. */

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'object', additionalProperties: { type: 'string' } } as const;
const values = { type: 'object' } as const;
const positive = { type: 'number', exclusiveMinimum: 0 } as const;

const expect = {
  type: 'object',
  description: 'What the result must be. Without it, a call must not fail.',
  additionalProperties: false,
  properties: {
    isError: { type: 'boolean', description: 'Whether the tool reports a failure' },
    error: { type: 'integer', description: 'Code of the JSON-RPC error that must come, such as -32602' },
    cancelled: { type: 'boolean', description: 'Whether the request must end as cancelled' },
    contains: {
      description: 'Text that the result contains',
      anyOf: [text, { type: 'array', items: text, minItems: 1 }],
    },
    matches: { ...text, description: 'Regular expression that fits a part of the text' },
    json: { description: 'What the structured content, or JSON in the text, must hold at least' },
    at: {
      type: 'object',
      description: 'By JSON pointer into the result, a JSON Schema',
      additionalProperties: values,
    },
    schema: { ...values, description: 'JSON Schema of the whole result' },
    outputSchema: { type: 'boolean', description: "Whether the result must fit the tool's own output schema" },
    maxMs: { ...positive, description: 'Longest duration in milliseconds' },
    maxTimes: { ...positive, description: 'Longest duration, as a multiple of the one in the snapshot' },
    progress: { type: 'boolean', description: 'Whether progress must be seen' },
    maxTokens: { ...positive, description: 'Most tokens of the result (estimated)' },
    snapshot: { type: 'boolean', description: 'Compare the result with the snapshot, or write it the first time' },
    clean: { type: 'boolean', description: 'Nothing in the result may give orders to a model' },
  },
} as const;

const stepProperties = {
  call: { ...text, description: 'Tool to call' },
  read: { ...text, description: 'URI of the resource to read' },
  prompt: { ...text, description: 'Prompt to get' },
  complete: {
    type: 'object',
    description: 'Completions to ask for',
    required: ['name', 'value'],
    additionalProperties: false,
    properties: { prompt: text, uri: text, name: text, value: { type: 'string' } },
  },
  list: { enum: ['tools', 'resources', 'templates', 'prompts'], description: 'List to ask for' },
  args: { ...values, description: 'Arguments; ${name} stands for a variable' },
  answers: { type: 'array', items: values, description: 'Answers to questions of the server, in their order' },
  cancelAfterMs: { type: 'number', minimum: 0, description: 'Cancel the request after so many milliseconds' },
  timeoutMs: { ...positive, description: 'Time-out in milliseconds' },
  take: { ...texts, description: 'Variables for later steps: by name, a JSON pointer into the result' },
  expect,
  ignore: {
    type: 'array',
    description: 'Parts of the snapshot that differ from run to run',
    items: {
      type: 'object',
      required: ['at'],
      additionalProperties: false,
      properties: {
        at: { type: 'string', description: 'JSON pointer into the result' },
        as: { enum: ['iso-time', 'epoch', 'uuid', 'hex', 'path', 'port', 'duration', 'any'] },
      },
    },
  },
} as const;

const step = { type: 'object', additionalProperties: false, properties: stepProperties } as const;

export const checkFileSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Checks of an MCP server',
  type: 'object',
  required: ['mcptest', 'server', 'checks'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    mcptest: { const: 1, description: 'Version of the format' },
    server: {
      description: 'Name of a configured server, or an entry as in mcp.json, or a recording',
      anyOf: [
        text,
        {
          type: 'object',
          anyOf: [{ required: ['command'] }, { required: ['url'] }, { required: ['recording'] }],
          properties: {
            command: text,
            args: { type: 'array', items: { type: 'string' } },
            env: values,
            cwd: text,
            url: text,
            headers: texts,
            recording: { ...text, description: 'A recording (*.mcptrace) that answers, relative to this file' },
          },
        },
      ],
    },
    variables: {
      ...texts,
      description: 'Values for ${name}; ${env:NAME} takes one from the environment, ${input:ID} from "inputs"',
    },
    environments: {
      type: 'object',
      description: 'By name, variables that have another value there: switchboard check --environment NAME',
      additionalProperties: texts,
    },
    inputs: {
      type: 'array',
      description: 'Values that are asked for once; a password is kept in the secret store',
      items: {
        type: 'object',
        required: ['id', 'type'],
        properties: {
          id: text,
          type: { enum: ['promptString', 'pickString'] },
          description: text,
          password: { type: 'boolean', description: 'A secret: not shown while typed, and redacted everywhere' },
          default: { type: 'string' },
          options: { type: 'array', minItems: 1 },
        },
      },
    },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$', description: 'Unique in this file' },
          title: text,
          skip: { ...text, description: 'Why it is not run' },
          steps: {
            type: 'array',
            description: 'Several steps in order, each with the keys of a check from "call" on',
            items: step,
            minItems: 1,
          },
          ...stepProperties,
        },
      },
    },
  },
} as const;
