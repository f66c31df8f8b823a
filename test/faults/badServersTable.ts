// What each way of test/fixtures/badServers must come to. A row is a way, its transports, and the outcome.
import type { BadTransport } from './support/badServer.ts';

type Outcome =
  /** The call is answered, and the next one too. */
  | { readonly kind: 'answers' }
  /** The call fails at once with this sentence, and the next one is answered. */
  | { readonly kind: 'fails'; readonly says: RegExp }
  /** The call, or a later one, meets a server that was stopped with this reason. */
  | { readonly kind: 'stopped'; readonly says: RegExp }
  /** It is held back, or stopped in the end: over HTTP that depends on how fast it takes our responses. */
  | { readonly kind: 'slowed' }
  /** It starts, with this problem in its list. */
  | { readonly kind: 'lists'; readonly says: RegExp }
  /** It does not start, for this reason. */
  | { readonly kind: 'noStart'; readonly says: RegExp };

export interface Row {
  readonly way: string;
  readonly over: readonly BadTransport[];
  readonly outcome: Outcome;
}

const all: readonly BadTransport[] = ['stdio', 'http', 'sse', 'ws'];
const answers = { kind: 'answers' } as const;
const fails = (says: RegExp): Outcome => ({ kind: 'fails', says });
const stopped = (says: RegExp): Outcome => ({ kind: 'stopped', says });
const slowed: Outcome = { kind: 'slowed' };
const lists = (says: RegExp): Outcome => ({ kind: 'lists', says });
const noStart = (says: RegExp): Outcome => ({ kind: 'noStart', says });

function rows(over: readonly BadTransport[], outcomes: Readonly<Record<string, Outcome>>): Row[] {
  return Object.entries(outcomes).map(([way, outcome]) => ({ way, over, outcome }));
}

const flood = /more than \d+ (?:messages a second|% of the time|responses unread)/;
const tooLarge = /exceeds the limit of \d+ bytes/;
const overhead = /headers, chunk heads or trailers of the server are too large/;
const endless = /exceeds the limit of \d+ bytes|% of the time/;

export const answerRows: readonly Row[] = rows(all, {
  resultAndError: fails(/both a result and an error/),
  errorNull: fails(/"error" is not an object/),
  resultAndErrorNull: fails(/"error" is not an object/),
  errorText: fails(/"error" is not an object/),
  errorWithoutCode: fails(/boom/),
  errorHostile: fails(/responded with an error/),
  noJsonrpc: fails(/"jsonrpc" is missing/),
  otherJsonrpc: fails(/"jsonrpc" is "1\.0"/),
  neitherResultNorError: fails(/neither a result nor an error/),
  idBoolean: fails(/id is neither a string nor a number/),
  idObject: fails(/id is neither a string nor a number/),
  idList: fails(/id is neither a string nor a number/),
  idMissing: fails(/id is missing/),
  idText: answers,
  resultNumber: fails(/not an object/),
  resultNull: fails(/not an object/),
  resultList: fails(/not an object/),
  nulInside: fails(/NUL/),
  nulAround: fails(/NUL/),
  cutOff: fails(/not valid JSON/i),
  deepResult: fails(/levels deep/),
  manyValues: fails(/more than \d+ values/),
  hugeResult: answers,
  oversizeResult: fails(endless),
  protoKeys: answers,
  loneSurrogates: answers,
});

export const messageRows: readonly Row[] = [
  ...rows(all, {
    levelHostile: answers,
    loggerHostile: answers,
    dataDeep: answers,
    uriHostile: answers,
    methodHostile: answers,
    progressHostile: answers,
    paramsText: answers,
    requestHostile: answers,
    requestIdHostile: answers,
    requestIdHuge: answers,
    cancelHostile: answers,
    emptyBatch: answers,
    batchOfNothing: answers,
    strayAnswer: answers,
    answeredTwice: answers,
    batchDeep: answers,
    // By its count, or on a busy machine by the time that 45 MB of it take before they can be counted.
    hugeBatch: stopped(/batch of more than \d+ messages|took more than \d+ % of the time/),
    hugeLogMessage: answers,
  }),
];

/** Requests of the server: each is answered, over HTTP by a request of ours. */
const requestFloods: readonly Row[] = rows(all, {
  pingFlood: slowed,
  questionFlood: slowed,
  rootsFlood: slowed,
  unknownRequestFlood: slowed,
});

const noteFloods: readonly Row[] = rows(all, {
  notificationFlood: stopped(flood),
  logFlood: stopped(flood),
  listChangedFlood: stopped(flood),
  progressFlood: stopped(flood),
  updatedFlood: stopped(flood),
  cancelFlood: stopped(flood),
  strayAnswerFlood: stopped(flood),
  malformedFlood: stopped(flood),
});

export const floodRows: readonly Row[] = [...noteFloods, ...requestFloods];

export const listRows: readonly Row[] = [
  ...rows(['stdio', 'http'], {
    manyTools: lists(/more than \d+ values|more than \d+ tools/),
    largeTools: lists(/more than \d+ bytes/),
    largePages: lists(/more than \d+ bytes/),
    endlessPages: lists(/more than 200 pages/),
    cursorLoop: lists(/repeat themselves/),
    hugeCursor: lists(/cursor of more than \d+ characters/),
    cursorHostile: answers,
    hostileTools: lists(/no name/),
    listText: lists(/no list "tools"/),
    listError: lists(/no list/),
  }),
  ...rows(['stdio', 'http'], {
    initializeEmpty: noStart(/handshake failed: protocolVersion/),
    initializeVersionNumber: noStart(/handshake failed: protocolVersion/),
    initializeVersionUnknown: noStart(/1999-01-01/),
    initializeInfoHostile: noStart(/handshake failed: serverInfo\.name/),
    initializeCapabilitiesList: noStart(/handshake failed: capabilities/),
    initializeMalformed: noStart(/handshake failed: .*"error" is not an object/),
  }),
];

export const stdioRows: readonly Row[] = rows(['stdio'], {
  noiseFlood: stopped(flood),
  emptyLineFlood: stopped(flood),
  jsonNoiseFlood: stopped(flood),
  binaryFlood: stopped(/without an end/),
  stderrFlood: answers,
  stdoutClosed: stopped(/closed its output/),
  stdoutClosedIdle: stopped(/closed its output/),
  neverReads: stopped(/responses unread/),
  utf16: fails(/NUL/),
  binaryLine: answers,
  carriageReturns: answers,
  endlessLine: stopped(/without an end/),
});

export const httpRows: readonly Row[] = rows(['http'], {
  errorBody500: fails(/HTTP 500/),
  errorBody400: fails(/HTTP 400/),
  errorBody404: fails(/HTTP 404/),
  errorBody401: fails(/HTTP 401/),
  errorBody403: fails(/HTTP 403/),
  errorBodyHtml: fails(/HTTP 502/),
  acceptedBody: fails(/timed out/),
  htmlBody: fails(/content type/i),
  noContentType: fails(/content type/i),
  endlessJson: fails(tooLarge),
  tooManyRequests: fails(/HTTP 429/),
  tooManyRequestsDate: fails(/HTTP 429/),
  tooManyRequestsOdd: fails(/HTTP 429/),
  unavailable: fails(/HTTP 503/),
  dataWithoutEnd: fails(endless),
  lineWithoutEnd: fails(endless),
  eventNameWithoutEnd: fails(endless),
  eventIdWithoutEnd: fails(endless),
  commentFlood: stopped(flood),
  emptyEventFlood: stopped(flood),
  unknownFieldFlood: stopped(flood),
  retryFlood: stopped(flood),
  otherEventFlood: stopped(flood),
  oddFields: answers,
  bodyBatch: stopped(/batch of more than \d+ messages/),
  bodyMalformed: fails(/"error" is not an object/),
  bodyNoJson: fails(/not valid JSON/),
  bodyOther: fails(/not a JSON-RPC message/),
  bodyEmpty: fails(/JSON/),
  bodyByteOrderMark: answers,
  gzipBomb: fails(tooLarge),
  lengthTooLong: fails(/reset the connection/),
  chunkHeadWithoutEnd: fails(overhead),
  trailersWithoutEnd: fails(overhead),
  trailerWithoutEnd: fails(overhead),
  headersWithoutEnd: fails(overhead),
  headerWithoutEnd: fails(overhead),
  interimWithoutEnd: fails(overhead),
  statusWithoutEnd: fails(overhead),
  notHttp: fails(/not valid HTTP/),
  hangsUp: fails(/reset the connection/),
  redirectLoop: fails(/HTTP 307/),
  getRetryZero: answers,
  getRetryHuge: answers,
  getCloses: answers,
  getError: answers,
  getFlood: slowed,
  deleteBody: answers,
});

export const webSocketRows: readonly Row[] = rows(['ws'], {
  pingFrameFlood: stopped(flood),
  binaryFrames: answers,
  binaryFrameFlood: stopped(flood),
  oversizeFrame: fails(tooLarge),
  deflateBomb: fails(tooLarge),
  endlessFragments: fails(tooLarge),
  invalidUtf8Frame: fails(/not UTF-8/),
  closesOddly: fails(/WebSocket with code 4999: x+/),
  manyFragments: answers,
});
