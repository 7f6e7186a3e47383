import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

interface TypedSearchOptions {
  /** The search text that is in effect. */
  value: string
  onChange: (text: string) => void
  /** The pause in typing after which the search starts, in milliseconds, so that not every key press sends a request. */
  pauseMs: number
  /** Called on arrow down. Moves the focus to the results. */
  onLeave?: () => void
}

/** The state of a field that searches during typing, and at once on Enter. Takes over a new `value`, for example when Back changed the address. */
export function useTypedSearch({ value, onChange, pauseMs, onLeave }: TypedSearchOptions) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const send = useDebouncedCallback((typed: string) => {
    if (typed === sent) return
    setSent(typed)
    onChange(typed)
  }, pauseMs)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  return {
    /** Clears the field and the search at once. */
    clear: () => {
      setText('')
      setSent('')
      send.cancel()
      onChange('')
    },
    /** The props of the input. */
    input: {
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') send.flush()
        else if (event.key === 'ArrowDown' && onLeave) {
          event.preventDefault()
          onLeave()
        }
      },
    },
  }
}
