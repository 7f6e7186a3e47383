/** Bytes of one reply. Descriptions of streams have about 1 kB. */
export const MAX_REPLY_BYTES = 65_536
