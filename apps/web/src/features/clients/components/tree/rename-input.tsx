import { useState } from 'react'

interface RenameInputProps {
  name: string
  label: string
  onSave: (name: string) => void
  onCancel: () => void
}

// A stable function: otherwise React would call it again with every keystroke.
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
        // The tree must not handle what is typed here as its own keys.
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' && text.trim() !== '') onSave(text.trim())
        else if (event.key !== 'Escape') return
        // Moving the focus cancels the edit, and the tree gets the keys again.
        event.currentTarget.closest<HTMLElement>('[role=tree]')?.focus()
      }}
    />
  )
}
