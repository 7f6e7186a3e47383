import { useState } from 'react'

interface RenameInputProps {
  name: string
  label: string
  onSave: (name: string) => void
  onCancel: () => void
}

// This function is defined outside the component. A new one per render would make React call it with every keystroke.
function begin(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

/** Renames an entry of the tree or of another list in place. Enter saves, Escape and leaving the field cancel, and an empty name does nothing. */
export function RenameInput({ name, label, onSave, onCancel }: RenameInputProps) {
  const [text, setText] = useState(name)
  return (
    <input
      className="wn-rename"
      aria-label={label}
      value={text}
      maxLength={100}
      // In a dialog, Escape ends the renaming and not the dialog.
      data-mantine-stop-propagation="true"
      ref={begin}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={onCancel}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        // The tree must not handle keys that are typed in this field.
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' && text.trim() !== '') onSave(text.trim())
        else if (event.key !== 'Escape') return
        // The field loses the focus, which ends the editing: to the tree or, in another list, to the first button of the line.
        const { currentTarget: field } = event
        const next = field.closest<HTMLElement>('[role=tree]') ?? field.closest('li')?.querySelector('button')
        next?.focus()
      }}
    />
  )
}
