import { type DragEvent, type ReactNode, useRef, useState } from 'react'

interface FileDropSettings {
  /** Names the file input for assistive technology. */
  label: string
  /** As in the `accept` attribute of a file input. */
  accept: string
  multiple?: boolean | undefined
  /** Whether no file is accepted now. */
  disabled?: boolean | undefined
  onFiles: (files: File[]) => void
}

interface FileDrop {
  /** For the element on which files can be dropped. */
  target: {
    'data-over': true | undefined
    onDragEnter: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
  /** The hidden file input, to be rendered anywhere. */
  input: ReactNode
  /** Opens the file dialog of the browser. */
  choose: () => void
}

/** Accepts files that are dropped on an element or chosen with a button. The button is needed too: nobody can drop by keyboard. */
export function useFileDrop({ label, accept, multiple, disabled, onFiles }: FileDropSettings): FileDrop {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    // Also while no file is accepted: otherwise the browser would leave the page and open the file.
    event.preventDefault()
    setOver(!disabled && (event.type === 'dragenter' || event.type === 'dragover'))
  }
  const take = (files: FileList | null) => {
    if (!disabled && files && files.length > 0) onFiles([...files])
  }
  return {
    target: {
      'data-over': over || undefined,
      onDragEnter: onDrag,
      onDragOver: onDrag,
      onDragLeave: onDrag,
      onDrop: (event) => {
        onDrag(event)
        take(event.dataTransfer.files)
      },
    },
    input: (
      <input
        ref={input}
        type="file"
        multiple={multiple}
        className="wn-visually-hidden"
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Reset, so that the same files can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    ),
    choose: () => input.current?.click(),
  }
}
