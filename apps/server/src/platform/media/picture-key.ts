/**
 * The key of a picture or clip. The name begins with an id, so that the file store puts files of the same time into one folder, and
 * retention empties whole folders. With a folder per alarm, each alarm would have to create and sync a folder, and would leave it behind.
 * @param ofId the id of the object that the file belongs to, a UUIDv7
 */
export const pictureKey = (receivedAt: Date, ofId: string, name: string): string =>
  `media/${receivedAt.toISOString().slice(0, 10)}/${ofId}-${name}`
