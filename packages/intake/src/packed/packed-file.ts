/** A file inside another file (such as an archive) or a text. `name` is its name there; null if it has none. */
export interface PackedFile {
  name: string | null
  /** The declared type of the file; null if none was declared. */
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

/** How much may still be extracted from the archives and texts of one message. Each extraction reduces `bytes` and `files`. */
export interface UnpackBudget {
  bytes: number
  files: number
  /** The most bytes of one file. */
  fileBytes: number
}
