// Whatever a server says, only itself is harmed, and what it did is said; the same over every transport.
import { answerRows, floodRows, listRows, messageRows } from './badServersTable.ts';
import { tryAll } from './support/tryAll.ts';

tryAll([...answerRows, ...messageRows, ...floodRows, ...listRows]);
