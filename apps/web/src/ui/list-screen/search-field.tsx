import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import { Kbd } from '../kbd.tsx'
import { useTypedSearch } from '../use-typed-search.ts'

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

/** The search field of a list. */
export function SearchField({ label, value, onChange, onLeave, ref }: SearchFieldProps) {
  const { input } = useTypedSearch({ value, onChange, onLeave, pauseMs: TYPING_MS })
  return (
    <TextInput
      ref={ref}
      type="search"
      label={label}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={input.value === '' && <Kbd keys="/" />}
      rightSectionPointerEvents="none"
      {...input}
    />
  )
}
