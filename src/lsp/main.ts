import './nodeFlags.ts';
import { messageOf } from '../base/fault.ts';
import { openChannel } from './connection/channel.ts';
import { Connection } from './connection/connection.ts';
import { serve } from './server.ts';

/** Put in by the build; absent when the sources run as they are. */
declare const SWITCHBOARD_VERSION: string | undefined;

const args = process.argv.slice(2);
try {
  const connection = new Connection(await openChannel(args));
  serve(connection, args, typeof SWITCHBOARD_VERSION === 'string' ? SWITCHBOARD_VERSION : '0.0.0');
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(2);
}
