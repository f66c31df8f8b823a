import './nodeFlags.ts';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './server.ts';

/** Put in by the build; absent when the sources run as they are. */
declare const SWITCHBOARD_VERSION: string | undefined;

// `--stdio`, `--node-ipc`, `--socket=N` or `--pipe=NAME` among the arguments says how the editor speaks to us.
serve(createConnection(ProposedFeatures.all), typeof SWITCHBOARD_VERSION === 'string' ? SWITCHBOARD_VERSION : '0.0.0');
