/** A file inside another one, such as an archive, with its name there. */
export interface PackedFile {
  name: string | null
  /** The type that was declared for it. */
  type: string | null
  bytes: Uint8Array
}

/** The content of an archive or a text. */
export interface Unpacked {
  files: PackedFile[]
  /** Files that could not be extracted, with the reasons. */
  lost: string[]
}

/** Files extracted from a text, and the rest of the text. */
export interface CutText extends Unpacked {
  rest: Uint8Array
}

/** How much may still be extracted from the archives of one message. Each extraction reduces it. */
export interface UnpackBudget {
  bytes: number
  files: number
  /** Bytes of one file at most. */
  fileBytes: number
}
