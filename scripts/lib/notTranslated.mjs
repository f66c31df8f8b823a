// @ts-check
// Texts that stay English, each with the reason. A place is a folder (with its slash) or a file; `text` narrows it to one.

/** @typedef {{ readonly place: string, readonly text?: string, readonly why: string }} NotTranslated */

const models = 'read by models';
const log = 'log';
const bug = 'only a bug of ours shows it';

/** @param {string} place @param {string} why @param {readonly string[]} texts @returns {NotTranslated[]} */
function texts(place, why, texts) {
  return texts.map((text) => ({ place, text, why }));
}

/** @type {readonly NotTranslated[]} */
export const notTranslated = [
  { place: 'src/cli/', why: 'CLI' },
  ...texts('src/base/commonFaults.ts', models, [
    'The bridge has stopped.',
    'Kimi ended before it answered',
    'The arguments exceed the limit of {} bytes; nothing was sent.',
    "The service's answer of {} bytes exceeds the limit of {} bytes.",
  ]),
  ...texts('src/base/commonFaults.ts', bug, ['There is no method "{}"', '{} is not installed beside this program']),
  ...texts('src/base/faults/serverFaults.ts', models, [
    'Resource not found: {}',
    'Nobody can answer the request of the server',
    'The agent returned no text for the request of the server',
    'Unknown tool: {}',
  ]),
  { place: 'src/base/faults/productFaults.ts', why: models },
  { place: 'src/contract/rpc/shape.ts', why: bug },
  ...texts('src/extension/servers/add/addServer.ts', 'names of products', [
    'Claude, Codex, Gemini, Cursor, Windsurf, Zed, JetBrains, Goose, LM Studio, Copilot CLI, Kimi Code',
  ]),
  { place: 'src/core/app/serverReport.ts', why: 'text for an issue, read by others' },
  { place: 'src/core/calls/snippets/', why: 'code to paste' },
  { place: 'src/core/source/serverTemplate.ts', why: 'commands for a terminal' },
  ...texts('src/extension/servers/createServer.ts', 'names of products', ['TypeScript', 'Python']),
  { place: 'src/core/servers/oauth/grants/tokenVault.ts', text: '{} of {}', why: 'key of the secret storage' },
  { place: 'src/core/checks/baseline/', why: 'CLI' },
  { place: 'src/core/checks/bisect/', why: 'CLI' },
  { place: 'src/core/checks/fuzz/', why: 'CLI' },
  { place: 'src/core/checks/parity/', why: 'CLI' },
  { place: 'src/core/checks/report/', why: 'CLI' },
  { place: 'src/core/checks/read/checkSchema.ts', why: 'schema file that the editor reads as it is' },
  ...texts('src/core/checks/read/readCheckFile.ts', 'CLI; VS Code says the same by the schema', [
    'The file',
    '{} lacks "{}".',
    '{}: unknown key "{}".',
    '{} must be one of {}.',
  ]),
  { place: 'src/core/embedded/serversTool.ts', why: models },
  { place: 'src/core/gateway/calls/gatewayCalls.ts', why: models },
  { place: 'src/core/gateway/calls/refusalText.ts', why: models },
  { place: 'src/core/gateway/calls/suspendedCalls.ts', why: models },
  { place: 'src/core/gateway/endpoint/', why: models },
  { place: 'src/core/http/guard.ts', why: 'HTTP error of our own server, read by clients' },
  { place: 'src/core/kimi/', why: models },
  { place: 'src/core/knowledge/base/writeKnowledge.ts', why: 'output of the build' },
  {
    place: 'src/core/knowledge/pattern/cardWords.ts',
    why: 'has its own Chinese, chosen by the language of the question',
  },
  { place: 'src/core/knowledge/pattern/patternSchema.ts', why: 'schema file that the editor reads as it is' },
  { place: 'src/core/knowledge/prompts/', why: models },
  { place: 'src/core/knowledge/tools/', why: models },
  { place: 'src/core/manifest/callService.ts', why: models },
  { place: 'src/core/manifest/confirmation.ts', why: models },
  { place: 'src/core/manifest/outcome.ts', why: models },
  { place: 'src/core/manifest/serviceLog.ts', why: models },
  { place: 'src/core/manifest/serviceQuestions.ts', why: models },
  { place: 'src/core/manifest/read/template.ts', why: 'content of a new file, read by models' },
  { place: 'src/core/manifest/socket/', why: models },
  { place: 'src/core/mcpApps/appBridge.ts', why: 'JSON-RPC errors, read by apps' },
  { place: 'src/core/mcpServer/', why: 'JSON-RPC errors and tool results, read by models' },
  { place: 'src/core/proxy/', why: log },
  ...texts('src/core/servers/calls/serverCalls.ts', models, ['The exit']),
  { place: 'src/core/servers/catalog/', why: log },
  ...texts('src/core/app/devLoop/devLoop.ts', log, ['files have changed: {}']),
  ...texts('src/core/servers/connection/connect.ts', log, ['trying again over {}{}']),
  ...texts('src/core/servers/connection/connection.ts', models, [
    'Running calls',
    'The call of {}',
    'The message',
    'Ending the session',
  ]),
  ...texts('src/core/servers/connection/sdkErrors.ts', 'text of the SDK that is only compared', []),
  { place: 'src/core/servers/lifecycle/openServer.ts', why: log },
  { place: 'src/core/servers/transports/observedFetch.ts', why: log },
  ...texts('src/core/servers/transports/stdioTransport.ts', log, ['process ended by {}', 'process ended with code {}']),
  ...texts('src/core/servers/transports/tappedTransport.ts', log, [
    'connection closed: the process ended by {}',
    'connection closed: the process ended with code {}',
  ]),
  ...texts('src/core/servers/transports/webSocketTransport.ts', log, ['WebSocket closed with {}{}']),
  { place: 'src/core/store/sqliteRows.ts', why: 'SQL' },
  ...texts('src/core/process/stderrReader.ts', log, ['({} characters left out)']),
  ...texts('src/core/servers/transports/serverRequests.ts', 'JSON-RPC error, read by servers', [
    'More than {} requests are waiting',
  ]),
  { place: 'src/core/traffic/interception/interceptionRules.ts', why: log },
  { place: 'src/core/traffic/log/connectionTap.ts', why: log },
  { place: 'src/core/traffic/recording/replay.ts', why: 'JSON-RPC errors, read by clients' },
  { place: 'src/core/wire/message.ts', why: 'JSON-RPC errors, read by clients' },
  ...texts('src/extension/servers/add/valuesStep.ts', 'name of a header', ['Authorization']),
  { place: 'src/lsp/document/schema.ts', why: 'schema file that the editor reads as it is' },
  { place: 'src/lsp/document/oauthSchema.ts', why: 'schema file that the editor reads as it is' },
  ...texts('webview/model/traffic/interceptionRules.ts', 'error that the client gets', ['Made to fail by a rule']),
];
