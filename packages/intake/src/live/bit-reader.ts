/** There are fewer bits than were asked for. */
class BitsEnded extends Error {
  override readonly name = 'BitsEnded'
}

/** Reads bits from the first one on, as the syntax of H.264 is written (ITU-T H.264, 7.2 and 9.1). */
export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @param count up to 32 @throws BitsEnded */
  bits(count: number): number {
    let value = 0
    for (let n = 0; n < count; n++) value = value * 2 + this.#bit()
    return value
  }

  flag(): boolean {
    return this.#bit() === 1
  }

  /** An unsigned number of variable length (Exp-Golomb). @throws BitsEnded, also for a number with more than 32 bits */
  ue(): number {
    let zeros = 0
    while (this.#bit() === 0) if (++zeros > 31) throw new BitsEnded()
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  /** A signed number of variable length. @throws BitsEnded */
  se(): number {
    const value = this.ue()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }

  #bit(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new BitsEnded()
    const bit = (byte >> (7 - (this.#at & 7))) & 1
    this.#at += 1
    return bit
  }
}
