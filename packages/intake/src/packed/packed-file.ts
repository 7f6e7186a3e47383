/** A file within another one, such as an archive, as that one names it. */
export interface PackedFile {
  name: string | null
  /** The type that was declared for it. */
  type: string | null
  bytes: Uint8Array
}

/** What was found in an archive or a text. */
export interface Unpacked {
  files: PackedFile[]
  /** What it holds and could not be had, each with the reason. */
  lost: string[]
}

/** What was cut out of a text, and what is left of it. */
export interface CutText extends Unpacked {
  rest: Uint8Array
}

/** How much may still be taken out of the archives of one message; whoever takes something out counts it off. */
export interface UnpackBudget {
  bytes: number
  files: number
  /** Bytes of one file at most. */
  fileBytes: number
}
