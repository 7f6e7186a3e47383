/**
 * The key of a picture or clip. Its name begins with the id it belongs to, so that the file store puts what is written together
 * into one folder, and retention empties folders whole: a folder for each alarm would be made, synced and left behind for each.
 * @param ofId a UUIDv7
 */
export const pictureKey = (receivedAt: Date, ofId: string, name: string): string =>
  `media/${receivedAt.toISOString().slice(0, 10)}/${ofId}-${name}`
