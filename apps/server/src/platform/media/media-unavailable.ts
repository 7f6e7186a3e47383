/** The store of pictures failed us. It says nothing about what is in it: work is put off, and no try is counted. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}

/** Passes on what the store gives. @throws MediaUnavailable with the store's error as its cause */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new MediaUnavailable('the media store failed', { cause })
  }
}
