// Whatever a server does with its pipe, its HTTP or its WebSocket, only itself is harmed, and what it did is said.
import { httpRows, stdioRows, webSocketRows } from './badServersTable.ts';
import { tryAll } from './support/tryAll.ts';

tryAll([...stdioRows, ...httpRows, ...webSocketRows]);
