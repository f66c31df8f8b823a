import { type Bench, type Row, row } from './support/row.ts';
import { floodInspector } from './traffic/inspectors.ts';
import { floodWorkbench } from './traffic/workbenchFlood.ts';

/** As many as the gate lets through, at 2,000 a second, before it stops a server that does not pause. */
const messages = 40_000;
/** 2.12 freezes for minutes at a thousand: its figure is for far fewer, in its favour. */
const messagesForNewest = 300;
const any = Number.POSITIVE_INFINITY;

/** Notifications as fast as a server can send them, with the log on screen. */
export const trafficFlood: Bench = {
  name: 'traffic flood',
  inVscode: true,
  run: async () => {
    const ours = await floodWorkbench(messages);
    const old = await floodInspector('2.3.0', messages);
    const newest = await floodInspector('2.12.0', messagesForNewest);
    console.log(JSON.stringify({ ours, old, newest }, undefined, 2));
    const figure = (
      name: string,
      unit: string,
      peerName: string,
      limit: Row['limit'],
      mine: number,
      peer: number,
    ): Row => row({ name, unit, peerName, limit }, [mine], [peer]);
    const of = (count: number): string => `${count.toLocaleString('en-US')} messages`;
    return [
      figure(
        `flood of ${of(messages)}: longest task of the renderer, processor time`,
        'ms',
        `MCP Inspector 2.3.0, ${of(messages)}`,
        { ratio: 0.1, ours: 50 },
        ours.view.cpuMs,
        old.cpuMs,
      ),
      figure(
        `flood of ${of(messages)}: longest task of the renderer, processor time`,
        'ms',
        `MCP Inspector 2.12.0, ${of(messagesForNewest)}`,
        { ratio: 0.01, ours: 50 },
        ours.view.cpuMs,
        newest.cpuMs,
      ),
      figure(
        'flood: longest the extension host let others wait, processor time',
        'ms',
        'the same host, idle',
        { ratio: any, ours: 20 },
        ours.hostMs,
        ours.idleHostMs,
      ),
      figure(
        'flood: heap of the renderer',
        'MB',
        'before the flood',
        { ratio: any, ours: 150 },
        ours.heapMb,
        ours.heapBeforeMb,
      ),
      figure(
        'flood: frames that cannot be looked at any more',
        'frames',
        'MCP Inspector keeps 1,000',
        { ratio: 0 },
        messages - Math.min(messages, ours.kept + ours.dropped),
        messages - 1_000,
      ),
      figure(
        `filter ${of(messages)}: first rows, processor time`,
        'ms',
        'the whole search',
        { ratio: 1, ours: 50 },
        ours.filterFirstMs,
        ours.filterAllMs,
      ),
    ];
  },
};
