/** A random generator with a fixed seed, so that a failure can be repeated. */
export function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Changes a message in up to six places: other bytes, gaps, repeats, an early end, or one of the tokens put in. */
export function mutate(message: Buffer, next: (below: number) => number, tokens: readonly string[]): Buffer {
  let bytes = Buffer.from(message)
  for (let edits = 1 + next(6); edits > 0; edits--) {
    const at = next(bytes.length)
    const kind = next(5)
    if (kind === 0) bytes[at] = next(256)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + next(300))])
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(next(bytes.length))])
    else if (kind === 3) bytes = bytes.subarray(0, at + 1)
    else
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(tokens[next(tokens.length)] ?? ''), bytes.subarray(at)])
  }
  return bytes
}
