import { ProtocolError } from '@modelcontextprotocol/server';
import { Fault } from '../../../base/fault.ts';

/** An error of the server is passed to the agent unchanged. */
export async function passed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!Fault.is(error) || error.code === 'cancelled' || error.code === 'internal') throw error;
    throw new ProtocolError(-32602, error.message);
  }
}
