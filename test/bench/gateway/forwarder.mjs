// The least that anything between an agent and an HTTP server must do: node forwarder.mjs URL
import { Agent, createServer, request } from 'node:http';

const target = process.argv[2] ?? '';
const agent = new Agent({ keepAlive: true });

const http = createServer((incoming, outgoing) => {
  const { method, headers } = incoming;
  const sent = request(target, { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  sent.on('error', () => outgoing.destroy());
  incoming.pipe(sent);
});
http.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${http.address().port}/mcp` })));
