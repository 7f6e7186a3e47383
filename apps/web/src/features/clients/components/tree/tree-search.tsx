import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button.tsx'
import css from './tree.module.css'

/** The delay of a search after a key press, so that not every key causes a request. */
const TYPING_MS = 60

interface TreeSearchProps {
  /** The search text in the address. */
  value: string
  /** Whether the displayed rows do not match the search text yet. */
  isLate: boolean
  onChange: (text: string) => void
  /** Called when arrow down or Enter moves the focus to the tree. */
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

/** Searches the tree during typing. If the address changes in another way, e.g. by Back, the field shows the text of the address. */
export function TreeSearch({ value, isLate, onChange, onLeave, ref }: TreeSearchProps) {
  const { t } = useTranslation('clients')
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const send = useDebouncedCallback((typed: string) => {
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
  const type = (next: string) => {
    setText(next)
    send(next.trim())
  }
  const clear = () => {
    setText('')
    setSent('')
    send.cancel()
    onChange('')
  }
  return (
    <TextInput
      ref={ref}
      className={css['search']}
      aria-label={t('tree.search')}
      aria-busy={isLate || undefined}
      placeholder={t('tree.search')}
      maxLength={100}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        text && (
          <IconButton label={t('tree.clearSearch')} size="sm" onClick={clear}>
            <IconX size={14} />
          </IconButton>
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') clear()
        else if (event.key === 'Enter') send.flush()
        else if (event.key === 'ArrowDown') {
          event.preventDefault()
          onLeave()
        }
      }}
    />
  )
}
