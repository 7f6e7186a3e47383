/** The note field, which may not be rendered yet: starting a note expands the facts that contain it. */
export function createNoteField() {
  let field: HTMLElement | null = null
  let isWanted = false
  return {
    /** For the element's `ref`. */
    ref: (element: HTMLElement | null) => {
      field = element
      if (element === null || !isWanted) return
      isWanted = false
      element.focus()
    },
    /** Focuses it now, or as soon as it is rendered. */
    focus() {
      isWanted = field === null
      field?.focus()
    },
  }
}
