import { useState } from 'react'

interface RenameInputProps {
  name: string
  label: string
  onSave: (name: string) => void
  onCancel: () => void
}

// Of one identity: React would otherwise begin anew with every letter.
function begin(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

/** The name of a node while it is changed in its place: Enter saves, Escape and leaving cancel, an empty name does nothing. */
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
        // The tree beneath must not take what is typed as its own keys.
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' && text.trim() !== '') onSave(text.trim())
        else if (event.key !== 'Escape') return
        // Leaving the field is what cancels; the keys go on in the tree.
        event.currentTarget.closest<HTMLElement>('[role=tree]')?.focus()
      }}
    />
  )
}
