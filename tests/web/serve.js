// The lab as a process of its own, and plain requests to it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { program } from './browser.js';

/** Starts the lab; its address is the one line it prints. */
export function start(port = 0, ...more) {
  return new Promise((done, fail) => {
    const child = spawn(program, ['lab', '--no-open', '--quiet', '--port', String(port), ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
    // A test that fails before it stops its lab neither waits for it nor leaves it behind.
    process.once('exit', () => child.kill('SIGKILL'));
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`the lab ended with ${code}`)));
    child.stdout.once('data', (text) => {
      child.unref();
      child.stdout.unref();
      done({ child, url: String(text).trim(), port: Number(new URL(String(text).trim()).port) });
    });
  });
}

/** Ends it; how it ended and after how many ms. */
export const stop = ({ child }, signal = 'SIGTERM') =>
  new Promise((done) => {
    const began = performance.now();
    child.ref(); // now it is waited for
    child.once('exit', (code, by) => done({ code, by, took: performance.now() - began }));
    child.kill(signal);
  });

/** Bytes of memory the lab has, or has had at most. */
export function memory({ child }, what = 'VmRSS') {
  const line = readFileSync(`/proc/${child.pid}/status`, 'utf8').match(new RegExp(`${what}:\\s+(\\d+) kB`));
  return 1024 * Number(line[1]);
}

/** Sends bytes as they are; what came back until the other end closed, or `wait` ms passed. */
export function raw({ port }, bytes, { wait = 2000, leave = false } = {}) {
  return new Promise((done) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    const end = () => (socket.destroy(), done(text));
    const timer = setTimeout(end, wait);
    socket.on('data', (d) => (text += d));
    socket.on('error', () => (clearTimeout(timer), done(text)));
    socket.on('close', () => (clearTimeout(timer), done(text)));
    socket.on('connect', () => socket.write(bytes, () => leave && end()));
  });
}
