import { type Signal, signal } from '@preact/signals-core';
import type { OutputLine, ServerActivity, UsageSample } from '../../../src/contract/serverActivity.ts';
import type { HostLink } from '../../platform/hostLink.ts';

/** What the page has seen of a server's process since it was opened. */
interface Activity extends Pick<ServerActivity, 'process' | 'states'> {
  /** Of this process only: another one begins anew. */
  readonly samples: readonly UsageSample[];
  readonly lines: readonly OutputLine[];
}

interface Watched {
  readonly activity: Signal<Activity>;
  next: number;
}

const everyMs = 1_000;
const mostSamples = 120;
const mostLines = 2_000;

/** Samples of memory and processor time, and the output, of the servers whose page is open. */
export class ServerActivities {
  readonly #link: HostLink;
  readonly #watched = new Map<string, Watched>();

  constructor(link: HostLink) {
    this.#link = link;
  }

  of(server: string): Signal<Activity> {
    return this.#of(server).activity;
  }

  /** Asks the host again and again until the returned function is called. */
  watch(server: string): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const round = async (): Promise<void> => {
      await this.#load(server).catch(() => {}); // the server was removed: its page goes too
      if (!isOver) timer = setTimeout(() => void round(), everyMs);
    };
    void round();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  async #load(server: string): Promise<void> {
    const watched = this.#of(server);
    const { process, usage, states, output } = await this.#link.request('servers/activity', {
      server,
      fromSeq: watched.next,
    });
    const before = watched.activity.peek();
    const samples = process?.pid === before.process?.pid ? before.samples : [];
    const seen = output.nextSeq < watched.next ? [] : before.lines;
    watched.next = output.nextSeq;
    watched.activity.value = {
      states,
      samples: usage ? [...samples, usage].slice(-mostSamples) : samples,
      lines: output.lines.length === 0 ? seen : [...seen, ...output.lines.flatMap(toLines)].slice(-mostLines),
      ...(process && { process }),
    };
  }

  #of(server: string): Watched {
    let watched = this.#watched.get(server);
    if (!watched) {
      const activity = signal<Activity>({ states: [], samples: [], lines: [] });
      this.#watched.set(server, (watched = { activity, next: 0 }));
    }
    return watched;
  }
}

/** A server may write many lines at once. */
function toLines({ text, at, level }: OutputLine): OutputLine[] {
  return text.split('\n').map((line) => ({ at, level, text: line }));
}

/** The share of one processor between each two samples, in percent. */
export function processorLoad(samples: readonly UsageSample[]): readonly number[] {
  return samples.slice(1).map((sample, at) => {
    const before = samples[at] as UsageSample;
    const passedMs = sample.at - before.at;
    return passedMs <= 0 ? 0 : Math.max(0, (100 * (sample.cpuMs - before.cpuMs)) / passedMs);
  });
}
