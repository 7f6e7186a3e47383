const SMALL = 4_096

/** Bytes that arrive in pieces. Adding and taking cost as much as what is added and taken, however small the pieces are. */
export class GrowingBytes {
  #room = Buffer.alloc(SMALL)
  #from = 0
  #to = 0

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length
    if (this.#to + bytes.length > this.#room.length) {
      const room = length * 2 <= this.#room.length ? this.#room : Buffer.alloc(length * 2)
      this.#room.copy(room, 0, this.#from, this.#to)
      this.#to -= this.#from
      this.#from = 0
      this.#room = room
    }
    this.#room.set(bytes, this.#to)
    this.#to += bytes.length
  }

  /** What is there. Valid until something is added or taken. */
  view(): Buffer {
    return this.#room.subarray(this.#from, this.#to)
  }

  /** Takes the first bytes away, and returns a copy of them. */
  take(count: number): Buffer {
    const taken = Buffer.from(this.view().subarray(0, count))
    this.#from += taken.length
    if (this.#from === this.#to) {
      this.#from = 0
      this.#to = 0
      // The room of a large file is given back.
      if (this.#room.length > SMALL) this.#room = Buffer.alloc(SMALL)
    }
    return taken
  }

  get length(): number {
    return this.#to - this.#from
  }
}
