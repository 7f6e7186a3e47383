/** Changes of files that have not been written yet. Paths are below the project's folder. */
export interface Draft {
  has(file: string): boolean
  /** @throws {Error} when there is no such file */
  text(file: string): string
  /** @throws {Error} when there is such a file already */
  create(file: string, text: string): void
  /** @throws {Error} when there is no such file, or the edit finds no place in it */
  edit(file: string, edit: (text: string) => string): void
  /** Files that are new or changed, with their texts. */
  changes(): ReadonlyMap<string, { text: string; isNew: boolean }>
}

/** @param read returns the current text of a file; undefined if there is no such file */
export function createDraft(read: (file: string) => string | undefined): Draft {
  const changed = new Map<string, { text: string; isNew: boolean }>()
  const find = (file: string) => changed.get(file)?.text ?? read(file)
  const text = (file: string): string => {
    const found = find(file)
    if (found === undefined) throw new Error(`${file} is not there`)
    return found
  }
  return {
    has: (file) => find(file) !== undefined,
    text,
    create(file, content) {
      if (find(file) !== undefined) throw new Error(`${file} is there already`)
      changed.set(file, { text: content, isNew: true })
    },
    edit(file, edit) {
      const before = text(file)
      let after: string
      try {
        after = edit(before)
      } catch (error) {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
      changed.set(file, { text: after, isNew: changed.get(file)?.isNew ?? false })
    },
    changes: () => changed,
  }
}
