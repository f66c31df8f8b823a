import './nodeFlags.ts';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { messageOf } from '../base/fault.ts';
import { openSocket } from './openSocket.ts';
import { serve } from './server.ts';

/** Put in by the build; absent when the sources run as they are. */
declare const SWITCHBOARD_VERSION: string | undefined;

// `--stdio`, `--node-ipc`, `--socket=N` or `--pipe=NAME` among the arguments says how the editor speaks to us.
try {
  const socket = await openSocket(process.argv.slice(2));
  serve(
    socket ? createConnection(ProposedFeatures.all, socket, socket) : createConnection(ProposedFeatures.all),
    typeof SWITCHBOARD_VERSION === 'string' ? SWITCHBOARD_VERSION : '0.0.0',
  );
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(2);
}
