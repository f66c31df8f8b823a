// npm run soak [-- minutes]: exit code 1 if an answer was wrong, a call failed without a reason, or something grows.
import { soak } from './soak.ts';

const minutes = Number(process.argv[2] ?? 30);
const report = await soak({
  seconds: minutes * 60,
  warmUpSeconds: Math.min(90, minutes * 20),
  agents: 50,
  callsPerSecond: 200,
  sampleEverySeconds: 10,
  say: (line) => console.log(line),
});
console.log(report);
const isGrowing = report.megabytesPerMinute > 0.2 || report.handlesPerMinute > 0.2;
process.exit(isGrowing || report.wrong.length > 0 || report.failed.length > 0 ? 1 : 0);
