/** Bytes that are in memory, as a body that is read piece by piece. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
