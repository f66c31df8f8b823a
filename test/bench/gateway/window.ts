// A window's gateway in a process of its own, in front of one server: node window.ts <mcp.json entry as JSON>
import process from 'node:process';
import { isFastPathOn } from '../../../src/core/fastPath/fastPathSwitch.ts';
import { serverPath } from '../../../src/core/gateway/discovery/paths.ts';
import { openGatewayFixture } from '../../integration/support/gatewayFixture.ts';

const fixture = await openGatewayFixture(
  { bench: JSON.parse(process.argv[2]!) as object },
  { bench: true },
  {},
  isFastPathOn(process.env),
);
await fixture.core.server('bench').start();
const { origin, token } = fixture.address;
console.log(JSON.stringify({ url: origin + serverPath('bench'), token }));
process.stdin.resume().on('end', () => void fixture.close().then(() => process.exit()));
