/**
 * The client's end of a connection, as both sides name it. With the server's port: connections to different ports may
 * have the same end.
 */
export const connectionEnd = (
  address: string | undefined,
  port: number | undefined,
  serverPort: number | undefined,
): string =>
  // IPv4 addresses on an IPv6 listener.
  `${address?.replace(/^::ffff:/, '')}:${port} to ${serverPort}`;
