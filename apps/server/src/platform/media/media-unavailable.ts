/** The media store failed. The failure does not mean that the content is bad, so the work is postponed and the attempt is not counted. */
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
