import { TrafficAnalysis } from '../../../core/traffic/analysis/analysis.ts';
import { RecordingReader } from '../../../core/traffic/recording/recordingReader.ts';
import { toCsv } from '../../../core/traffic/analysis/statisticsCollector.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { trafficHostMethods } from '../../../contract/traffic/traffic.ts';
import type { trafficToolMethods } from '../../../contract/traffic/trafficTools.ts';
import type { TrafficActions } from '../../traffic/trafficActions.ts';
import { type RowParts, rowHandlers } from './rowHandlers.ts';

interface TrafficParts extends RowParts {
  readonly actions: TrafficActions;
}

type TrafficHandlers = Handlers<typeof trafficHostMethods & typeof trafficToolMethods>;

export function trafficHandlers(parts: TrafficParts): TrafficHandlers {
  const { source, log, actions } = parts;
  const analysis = new TrafficAnalysis(source);
  return {
    ...rowHandlers(parts),
    'traffic/clear': () => log?.clear(),
    'traffic/statistics': () => analysis.statistics(),
    'traffic/spans': ({ since, generation }) => analysis.spans(since, generation),
    'traffic/compare': ({ left, right }) => actions.compare(source, left, right),
    'traffic/compareRecording': () => actions.compareFiles(source instanceof RecordingReader ? [source.path] : []),
    'traffic/resend': ({ seq }) => actions.resend(source, seq),
    'traffic/export': ({ seqs }) => actions.exportFrames(source, seqs),
    'traffic/saveAsChecks': ({ seqs }) => actions.saveAsChecks(source, seqs),
    'traffic/exportStatistics': async ({ format }) => {
      const { rows, ...rest } = await analysis.statistics();
      const text = format === 'csv' ? toCsv(rows) : `${JSON.stringify({ ...rest, rows }, undefined, 2)}\n`;
      await actions.saveText(`mcp-statistics.${format}`, text);
    },
    'traffic/openAll': () => actions.openAll(),
    'traffic/show': ({ query }) => actions.show(query),
    'traffic/wanted': () => actions.takeWanted(),
  };
}
