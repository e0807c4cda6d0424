/**
 * What to do when packing fails. Electron itself is downloaded here if the other architecture is packed.
 * @param {string} message What electron-builder says.
 */
export function adviceFor(message) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/.test(message))
    return `Electron or a tool can't be downloaded: ${message}. Connect to the network, or set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR to mirrors that you can reach.`;
  return `${message}\nSet DEBUG=electron-builder to see each step.`;
}
