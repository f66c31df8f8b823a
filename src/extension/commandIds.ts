/** Every command, in the order of the manifest; a test keeps package.json the same. */
export const commandIds = [
  'mcpSwitchboard.openInspector',
  'mcpSwitchboard.showTraffic',
  'mcpSwitchboard.clearTraffic',
  'mcpSwitchboard.inspectServer',
  'mcpSwitchboard.startServer',
  'mcpSwitchboard.stopServer',
  'mcpSwitchboard.restartServer',
  'mcpSwitchboard.approveServer',
  'mcpSwitchboard.openConfiguration',
  'mcpSwitchboard.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];
