// A window with many servers in a process of its own: node window.ts <how many> <where the servers are>
import process from 'node:process';
import { openWindow } from './openWindow.ts';

const { address, close } = await openWindow(Number(process.argv[2]), process.argv[3]!);
console.log(JSON.stringify(address));
process.stdin.resume().on('end', () => {
  close();
  process.exit();
});
