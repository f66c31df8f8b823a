/** The bundler copies the whole API once for each file that imports it: those of the entry, which every window pays for, share one. */
export * as vscode from 'vscode';
