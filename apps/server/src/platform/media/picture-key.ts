/**
 * The key of a picture or clip. Its name begins with the id it belongs to, so that the file store puts files of the same time into one
 * folder, and retention empties whole folders. A folder per alarm would have to be created, synced and left behind for each.
 * @param ofId a UUIDv7
 */
export const pictureKey = (receivedAt: Date, ofId: string, name: string): string =>
  `media/${receivedAt.toISOString().slice(0, 10)}/${ofId}-${name}`
