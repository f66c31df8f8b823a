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
  'mcpSwitchboard.addServer',
  'mcpSwitchboard.editServer',
  'mcpSwitchboard.removeServer',
  'mcpSwitchboard.copyConfiguration',
  'mcpSwitchboard.analyzeWithKimi',
  'mcpSwitchboard.verifyWithKimi',
  'mcpSwitchboard.implementWithKimi',
  'mcpSwitchboard.refactorWithKimi',
  'mcpSwitchboard.setKimiKey',
  'mcpSwitchboard.askKnowledge',
  'mcpSwitchboard.openKnowledge',
  'mcpSwitchboard.openPattern',
  'mcpSwitchboard.createManifest',
  'mcpSwitchboard.openToolSource',
  'mcpSwitchboard.openConfiguration',
  'mcpSwitchboard.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];
