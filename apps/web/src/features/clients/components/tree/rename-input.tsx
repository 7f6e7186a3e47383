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

/** Renames a node in place. Enter saves, Escape and leaving the field cancel, and an empty name does nothing. */
export function RenameInput({ name, label, onSave, onCancel }: RenameInputProps) {
  const [text, setText] = useState(name)
  return (
    <input
      className="wn-rename"
      aria-label={label}
      value={text}
      maxLength={100}
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
        // Focusing the tree ends the editing, because the field loses the focus.
        event.currentTarget.closest<HTMLElement>('[role=tree]')?.focus()
      }}
    />
  )
}
