/** The client's side of a file that is transferred piece by piece. */
import { expect, it, vi } from 'vitest';
import { fromBase64, toBase64 } from '#shared/kit/base64.ts';
import { asText, download, FileProblem, upload } from '#shared/kit/transfer.ts';

async function* fileOf(...pieces: readonly (readonly number[])[]) {
  for (const piece of pieces) yield Uint8Array.from(piece);
}

const receiver = () => ({
  append: vi.fn(async ({ text }: { readonly text: string }) => text.length),
  cancel: vi.fn(async () => undefined),
});

const sent = async (to: ReturnType<typeof receiver>, file: AsyncIterable<Uint8Array>) => {
  const all: unknown[] = [];
  for await (const piece of upload({ id: 'a' }, file, asText(), to)) all.push(piece);
  return all;
};

it('a file of text is sent without splitting a character', async () => {
  const to = receiver();
  expect(await sent(to, fileOf([0x61, 0xc3], [0xa9]))).toEqual([
    { sentBytes: 2, result: 1 },
    { sentBytes: 3, result: 1 },
    { sentBytes: 3, result: 0 },
  ]);
  expect(to.append.mock.calls).toEqual([
    [{ id: 'a', text: 'a', last: false }],
    [{ id: 'a', text: 'é', last: false }],
    [{ id: 'a', text: '', last: true }],
  ]);
  expect(to.cancel).not.toHaveBeenCalled();
});

it('a file in another encoding is not sent, also if it ends in a character', async () => {
  for (const bytes of [[0xeb], [0xc3]]) {
    const to = receiver();
    await expect(sent(to, fileOf(bytes))).rejects.toThrow(FileProblem);
    expect(to.append).not.toHaveBeenCalledWith(expect.objectContaining({ last: true }));
    expect(to.cancel).toHaveBeenCalledExactlyOnceWith({ id: 'a' });
  }
});

it('a transfer is cancelled if the caller stops, or aborts it', async () => {
  const read = vi.fn(async () => ({ done: false }));
  const cancel = vi.fn(async () => undefined);
  for await (const _ of download({ id: 'a' }, { read, cancel })) break;
  expect(cancel).toHaveBeenCalledTimes(1);
  const aborted = download({ id: 'b', signal: AbortSignal.abort() }, { read, cancel });
  await expect(aborted.next()).rejects.toThrow('aborted');
  expect(cancel).toHaveBeenLastCalledWith({ id: 'b' });
  expect(read).toHaveBeenCalledTimes(1);
});

it('a complete transfer is not cancelled, and one that fails shows why', async () => {
  const cancel = vi.fn(async () => Promise.reject(new Error('Not found.')));
  for await (const _ of download({ id: 'a' }, { read: async () => ({ done: true }), cancel }));
  expect(cancel).not.toHaveBeenCalled();
  const read = () => Promise.reject(new Error('The disk is full.'));
  await expect(download({ id: 'a' }, { read, cancel }).next()).rejects.toThrow('disk is full');
  expect(cancel).toHaveBeenCalledTimes(1);
});

it('bytes are the same after base64', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});
