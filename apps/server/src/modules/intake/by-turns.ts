import type { Turn } from '@winnow/intake'

/** The body of a message, whose chunks wait for their turn. The caller ends the last turn, when the message is stored. */
export async function* byTurns(body: AsyncIterable<Uint8Array>, turn: Turn): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    await turn.take(piece.length)
    yield piece
    turn.give()
  }
  await turn.take(0)
}
