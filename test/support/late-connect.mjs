/** Preloaded into a process: it learns late that a connection is open, as on a busy machine. */
import net from 'node:net';

const lateMs = 10;
const neverWoken = new Int32Array(new SharedArrayBuffer(4));
/** @type {(...values: any[]) => boolean} */
const emit = net.Socket.prototype.emit;

/** @param {any[]} values */
net.Socket.prototype.emit = function (...values) {
  if (values[0] === 'connect') Atomics.wait(neverWoken, 0, 0, lateMs);
  return emit.apply(this, values);
};
