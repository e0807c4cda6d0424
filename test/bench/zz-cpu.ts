import { readFileSync, readdirSync } from 'node:fs';
import { headers, source, trackBodies } from './events.ts';
import { load } from './load.ts';
import { startProduct } from './processes.ts';
import { connectProduct } from './product-client.ts';
import { startReceiver } from './receiver.ts';
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10_000; };
const threads = (pid: number) => new Map(readdirSync(`/proc/${pid}/task`).map((t) => { const raw = readFileSync(`/proc/${pid}/task/${t}/stat`, 'utf8'); const [h, r] = [raw.slice(raw.indexOf('(')+1, raw.indexOf(')')), raw.split(') ')[1]!.split(' ')]; return [`${h}-${t}`, (Number(r[11]) + Number(r[12])) * 10_000] as const; }));
const io = (pid: number) => Object.fromEntries(readFileSync(`/proc/${pid}/io`, 'utf8').trim().split('\n').map((l) => l.split(': ')).map(([k, v]) => [k, Number(v)]));
const mode = process.argv[2] ?? 'e2e';
const receiver = await startReceiver();
const product = await startProduct({ sources: [source], destinations: mode === 'ingest' ? [] : [{ name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] }] });
const client = connectProduct(product.ready);
const port = Number(new URL(product.ready.ingest).port);
let n = 0;
for (let i = 0; i < Number(process.env.R ?? 7); i++) {
  const count = i === 0 ? 4000 : 10_000; n += count;
  const th0 = threads(product.pid), io0 = io(product.pid), c0 = cpu(product.pid), t0 = performance.now();
  await load({ port, path: '/v1/track', headers, body: trackBodies(), connections: 50, requests: count });
  const end = mode === 'ingest' ? performance.now() : await client.until((l) => l.delivered === n);
  const th1 = threads(product.pid), io1 = io(product.pid);
  if (process.env.T) console.log('   ', [...th1].map(([k, v]) => [k, (v - (th0.get(k) ?? 0)) / count] as const).filter(([, v]) => v > 0.3).map(([k, v]) => `${k} ${v.toFixed(1)}`).join(', '), `wchar ${((io1.wchar! - io0.wchar!) / count).toFixed(0)} syscw ${((io1.syscw! - io0.syscw!) / count).toFixed(1)} written ${((io1.write_bytes! - io0.write_bytes!) / count).toFixed(0)}`);
  console.log(`${(1000 * count / (end - t0)).toFixed(0)}/s  cpu ${((cpu(product.pid) - c0) / count).toFixed(1)} us/event  wall ${(1000*(end - t0)/count).toFixed(1)}`);
}
await client.close(); await product.stop(); await receiver.close();
