import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, enterUrl, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Of a server of HTTP that was not made for it. */
const notUpgraded: ReadonlySet<number> = new Set([200, 400, 405, 406, 415, 426, 501]);

export const noWebSocket = rule('http/websocket', (evidence) => {
  const launch = remoteOf(evidence);
  const said = evidence.causes
    .map(({ message }) => /Unexpected server response: (\d{3})/.exec(message)?.[1])
    .find((each) => each !== undefined);
  const status = evidence.status ?? Number(said ?? 0);
  if (launch?.kind !== 'ws' || !(notUpgraded.has(status) || (said !== undefined && evidence.status === undefined)))
    return undefined;
  const url = launch.url.replace(/^ws/, 'http');
  const changes = [
    { path: ['type'], value: 'http' },
    { path: ['url'], value: url },
  ];
  return {
    cause: l10n.t('What is at {0} does not open a WebSocket (HTTP {1}).', launch.url, status),
    remedies: [setValues(l10n.t('Connect to {0} over HTTP', url), changes)],
    ...inEntry('url'),
  };
});

/** What answers, by its own words. */
const apis: readonly (readonly [RegExp, string])[] = [
  [/Must provide query string|GraphQL|"errors"\s*:\s*\[\s*\{\s*"message"/i, 'GraphQL'],
  [/openai|"type"\s*:\s*"invalid_request_error"/i, 'OpenAI'],
  [/elasticsearch|"cluster_name"/i, 'Elasticsearch'],
  [/"couchdb"\s*:/, 'CouchDB'],
  [/Cannot (?:GET|POST) \//, 'Express'],
  [/"loc"\s*:\s*\[\s*"(?:body|query|header)"/, 'FastAPI'],
  [/<title>phpMyAdmin/i, 'phpMyAdmin'],
  [/Ollama is running/i, 'Ollama'],
  [/swagger-ui|<title>[^<]{0,40}Swagger/i, 'Swagger'],
];

export const otherApiThere = rule('http/api', (evidence) => {
  const launch = remoteOf(evidence);
  const { body = '', status = 200 } = evidence;
  const [, name] = apis.find(([says]) => says.test(body)) ?? [];
  if (!launch || name === undefined || name === 'Express' || ![200, 400, 405, 406, 415, 422].includes(status))
    return undefined;
  if (body.includes('"jsonrpc"') && name !== 'FastAPI') return undefined; // that one repeats what it was sent
  return {
    cause: l10n.t('What is at {0} is another service ({1}), and not an MCP server.', launch.url, name),
    remedies: [enterUrl(launch.url)],
    ...inEntry('url'),
    proof: body.slice(0, 300),
  };
});

/** It responds, but not with a message. */
export const otherService = rule('http/other-service', (evidence) => {
  const launch = remoteOf(evidence);
  const broken = evidence.causes.find(({ code }) => code === 'server/protocol');
  const said = /"(?:error|message)"\s*:\s*"([^"\n]{3,200})"/.exec(evidence.body ?? '')?.[1];
  if (launch && evidence.status === 200 && said !== undefined)
    return {
      cause: l10n.t('What is at {0} is not an MCP server, or not at this path: {1}', launch.url, said),
      remedies: [advise(l10n.t('Check the path of the URL in the manual of the server.'))],
      ...inEntry('url'),
      isCertain: false,
    };
  if (!launch || !broken || evidence.status !== undefined) return undefined;
  return {
    cause: l10n.t('What is at {0} is not an MCP server, or not at this path: {1}', launch.url, broken.message),
    remedies: [advise(l10n.t('Check the path of the URL in the manual of the server.'))],
    ...inEntry('url'),
  };
});
