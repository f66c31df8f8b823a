/** A way through the product that a new user takes, and the number of actions that it may need. */
export interface Journey {
  readonly title: string;
  /** A click, a command of the palette, a key, or a field filled in. */
  readonly actions: number;
  /** The same in MCP Inspector 2.12; absent where it has no such thing. */
  readonly inspector?: number;
}

/** docs/journeys.md shows this table, and the end-to-end tests count the actions. */
export const journeys = {
  firstResult: {
    title: 'From an empty folder to the first tool result of a server pasted from a README',
    actions: 6,
    inspector: 10,
  },
  firstResultKeys: { title: 'The same without a mouse', actions: 9 },
  trafficKeys: { title: 'From a result to the body of its message and back, without a mouse', actions: 4 },
  approve: { title: 'Approve a configured server, and see its tools', actions: 2 },
  approveAll: { title: 'Approve and start every server that waits', actions: 3 },
  select: { title: 'Show a server of the tree in the Inspector, whatever page is open', actions: 1 },
  openWide: { title: 'Open a tool of the tree wide', actions: 1 },
  runStopped: { title: 'Run a tool of a stopped server', actions: 1 },
  undoRemove: { title: 'Remove a server, and take that back', actions: 3 },
  noKimi: { title: 'Learn that there is no Kimi, and how to get one', actions: 1 },
  agents: { title: 'Give a server to agents, and learn what comes next', actions: 3 },
} as const satisfies Readonly<Record<string, Journey>>;
