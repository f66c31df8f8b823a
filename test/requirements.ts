/**
 * Promises of the contract, as data. A test names the ones that it proves with `proves(...)`,
 * a transcript in its first lines; an id that is not here does not compile, or fails the suite.
 * Numbers are those of the requirements' list, `C` those of its resolutions.
 */
export const requirements = {
  R1: 'one message per line, no newline inside, blank lines ignored',
  R2: 'stdout carries protocol only; logs go to stderr',
  R3: 'one write per message',
  R4: 'jsonrpc must be exactly "2.0", else -32600',
  R5: 'an id is a string or a number, never null, and is echoed unchanged in type and value',
  R6: 'a notification is processed and never answered; an unknown one is ignored',
  R7: 'a message without required fields is -32600 "Invalid Request"; without a readable id the answer has none',
  R8: 'invalid JSON is -32700 "Parse error", and the server goes on',
  R9: 'an unknown method is -32601 "Method not found"',
  R10: 'wrong params are -32602 "Invalid params"; the unexpected is -32603 "Internal error"',
  R11: 'an error is {code, message, data?}; data is omitted when there is none',
  R12: 'params and arguments may be left out',
  R13: 'initialize, tools/list, tools/call, ping; lists that are not offered are empty for legacy clients',
  R16: 'the states are NotInitialized, Initializing, Initialized, Shutdown',
  R17: 'before initialized: "Server not initialized. Send initialized notification first."',
  R18: 'a second initialize: "Already initialized"',
  R19: 'the protocol version and the capabilities of the client are kept',
  R20: 'a supported version is answered with itself, any other with the latest; a missing one counts as 2024-11-05',
  R21: 'the result of initialize has protocolVersion, capabilities, serverInfo and instructions',
  R22: 'serverInfo of the profiles: kimi-mcp-server 1.0.0, tmkb 0.1.0 with description, tairseach 0.1.0',
  R24: 'a tool result is {content:[{type:"text",text}],isError}',
  R25: 'protocol errors and execution errors are distinct',
  R26: 'tool names are exact and case-sensitive; an unknown one is -32602 "Unknown tool: <name>"',
  R27: 'invalid arguments are isError with a text that a model can act on',
  R28: 'arguments are validated against the schema before the tool runs',
  R29: 'a message over the limit is refused and skipped, and the connection goes on',
  R30: 'the end of the input finishes what is in flight, then exits 0',
  R31: 'SIGINT and SIGTERM end the server in order',
  R32: 'requests run concurrently',
  R33: 'internal errors never reach the client',
  R34: 'log lines are `[LEVEL] [req_id=N] text`',
  R38: '--transport takes stdio or http and nothing else',
  R39: 'works by pipe and under MCP Inspector',
  R134: 'identical calls may be answered from a cache',
  R135: 'several tools in one call',
  R136: 'progress notifications and cancellation',
  R139: 'trace context is carried into the logs',
  R142: 'a change of the tools reaches every client',
  R153: 'initialize with invalid params is an error; client info and capabilities are accepted and kept',
  R154: 'tools/list works with params absent and with {}',
  R156: 'requests by pipe without a handshake are answered with --lenient',
  R60: 'x', R65: 'x', R66: 'x', R67: 'x', R68: 'x', R69: 'x', R70: 'x', R73: 'x', R149: 'x', C14: 'x', C17: 'x', R47: 'x', C18: 'x', C22: 'x', C6b: 'x', R143: 'x', R140: 'x', R71: 'x',
  R157: 'capabilities that are not offered are omitted',
  R173: 'many servers at once; a start or stop of one does not touch the others',
  R169: 'the server takes a reader and a writer, so that tests need no process',
  C2: 'the end of the input ends the server after its calls; --stay-alive keeps it',
  C3: '"Message exceeds limit of N bytes", from 64 KiB to 64 MiB',
  C5: 'both eras; an unknown modern version is -32022 with supported and requested',
  C6: 'ping is allowed in every legacy state; modern requests need no handshake',
  C9: 'resources/read that is not offered is -32601',
  C10: 'listChanged is true; modern clients hear of changes only through subscriptions/listen',
  C15: 'id null is -32600 without id',
  C27: 'no token on stdio and on a private socket; token, Host and Origin on any port',
  C30: 'an error whose id is unknown has no id member',
  C32: 'the product name when embedded, three names as stand-alone profiles',
} as const;

export type RequirementId = keyof typeof requirements;

/** To end the name of a test with the promises that it proves. */
export function proves(...ids: readonly RequirementId[]): string {
  return ` (${ids.join(', ')})`;
}

export function isRequirement(id: string): id is RequirementId {
  return Object.hasOwn(requirements, id);
}
