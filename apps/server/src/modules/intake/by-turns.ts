import type { Turn } from '@winnow/intake'

/** Passes on the body of a message. Each chunk waits for its turn. The caller ends the last turn when the message is stored. */
export async function* byTurns(body: AsyncIterable<Uint8Array>, turn: Turn): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    await turn.take(piece.length)
    yield piece
    turn.give()
  }
  await turn.take(0)
}
