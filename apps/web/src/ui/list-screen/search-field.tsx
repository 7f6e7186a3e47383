import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { Kbd } from '../kbd.tsx'

/** The pause in typing after which the search starts, so that not every key press sends a request. */
const TYPING_MS = 250

interface SearchFieldProps {
  label: string
  /** The current search text of the list. */
  value: string
  onChange: (text: string) => void
  /** Called on arrow down. Moves the focus to the first row. */
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

/** Searches during typing, and at once on Enter. Takes over a new `value`, for example when Back changed the address. */
export function SearchField({ label, value, onChange, onLeave, ref }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const send = useDebouncedCallback((typed: string) => {
    if (typed === sent) return
    setSent(typed)
    onChange(typed)
  }, TYPING_MS)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') send.flush()
    else if (event.key === 'ArrowDown') {
      event.preventDefault()
      onLeave()
    }
  }
  return (
    <TextInput
      ref={ref}
      type="search"
      label={label}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={text === '' && <Kbd keys="/" />}
      rightSectionPointerEvents="none"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
      onKeyDown={onKeyDown}
    />
  )
}
