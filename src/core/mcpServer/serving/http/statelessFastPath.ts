import type { IncomingMessage, ServerResponse } from 'node:http';
import { statelessCallIn } from '../../../fastPath/serving/statelessCallIn.ts';
import type { StatelessFastPathCall } from '../../../fastPath/serving/promptResult.ts';
import { exchangeOf, sendMessage } from '../../../http/exchange.ts';
import type { MessageId } from '../../../wire/message.ts';
import type { Tap } from '../../../wire/tap.ts';
import type { ServableServer } from '../../servableServer.ts';
import { ExchangeTap } from './watchResponse.ts';

/** A modern agent's call that began before the SDK has seen its request. */
export interface BegunCall {
  readonly id: MessageId;
  readonly call: StatelessFastPathCall;
  readonly tap: ExchangeTap;
}

/** `undefined`: the SDK does it all. An agent that closes its connection ends the call. */
export function beginStatelessCall(
  { fastPath, beginStatelessCall: begin }: ServableServer,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  tapOf: (request: IncomingMessage) => Tap,
): BegunCall | undefined {
  const message = fastPath && begin ? statelessCallIn(request.headers, body) : undefined;
  const call = message && begin?.(message);
  if (!call) return undefined;
  const tap = new ExchangeTap(tapOf(request), body, exchangeOf(request));
  response.once('close', () => {
    if (response.writableFinished) return;
    call.end();
    tap.abandoned();
  });
  return { id: message.id, call, tap };
}

/** The whole response, in one piece. */
export function answerStatelessCall({ id, tap }: BegunCall, response: ServerResponse, result: unknown): void {
  const message = { jsonrpc: '2.0', id, result };
  tap.createWatch().head?.(200, { 'content-type': 'application/json' });
  tap.frame(message);
  sendMessage(response, message);
}
