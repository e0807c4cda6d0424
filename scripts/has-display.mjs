/**
 * Whether somebody could see a window.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function hasDisplay(platform, env) {
  if (platform === 'win32') return true;
  // A Mac reached over the network has a display, but nobody in front of it.
  if (platform === 'darwin') return env.SSH_CONNECTION === undefined;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
