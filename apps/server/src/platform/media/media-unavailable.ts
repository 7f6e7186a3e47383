/** The media store failed. This says nothing about its content: work is postponed, and no attempt is counted. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}

/** Awaits a store operation. @throws MediaUnavailable with the store's error as its cause */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new MediaUnavailable('the media store failed', { cause })
  }
}
