/** What is kept of an event or a file: what the panel sent, and what tells it from others. */
export interface FrontelMessage {
  serial: string
  /** How often the panel's messages were acknowledged before. It sends again what was not, so a repeat has the same. */
  epoch: number
  /** How often the same was said since the last acknowledgement, in this connection. */
  nth: number
  /** The panel's clock when it logged in, as it wrote it: `20150729232041`; null if it wrote none. */
  at: string | null
  /** The event, or the last alarm before a file; null for a file without one. */
  event: string | null
  /** A file with the message that announced it; null for an event. */
  file: { header: string; content: Uint8Array; isWhole: boolean } | null
}

/** Writes a message as it is stored: a line of facts, and the bytes of a file as they came. */
export function writeStored({ file, ...facts }: FrontelMessage): Buffer {
  const head = { ...facts, file: file && { header: file.header, isWhole: file.isWhole } }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), file?.content ?? Buffer.alloc(0)])
}

/** Reads what {@link writeStored} has written. @throws {Error} if it is damaged */
export function readStored(raw: Uint8Array): FrontelMessage {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const end = bytes.indexOf(10)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has written it; what is damaged is found below
  const head = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as FrontelMessage
  if (typeof head.serial !== 'string' || typeof head.epoch !== 'number') throw new Error('no message of Frontel')
  return { ...head, file: head.file ? { ...head.file, content: bytes.subarray(end + 1) } : null }
}
