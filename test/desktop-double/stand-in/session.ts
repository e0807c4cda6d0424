type Check = (contents: unknown, permission: string) => boolean;
type Ask = (contents: unknown, permission: string, response: (granted: boolean) => void) => void;

let check: Check = () => true;
let ask: Ask = (_contents, _permission, response) => response(true);

export const session = {
  fromPartition: (name: string) => ({ name }),
  defaultSession: {
    setPermissionCheckHandler: (handler: Check) => {
      check = handler;
    },
    setPermissionRequestHandler: (handler: Ask) => {
      ask = handler;
    },
    setDevicePermissionHandler: (_handler: unknown) => undefined,
  },
};

/** Whether our main process grants it, through both of Electron's checks. */
export function grants(contents: unknown, permission: string): boolean {
  let asked = false;
  ask(contents, permission, (granted) => {
    asked = granted;
  });
  return asked && check(contents, permission);
}
