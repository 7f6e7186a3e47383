import { TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button.tsx'
import { useTypedSearch } from '../../../../ui/use-typed-search.ts'
import css from './tree.module.css'

/** Shorter than in other lists, because the tree shows the matches of a company of any size at once. */
const TYPING_MS = 30

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

/** Searches the tree during typing. Escape clears the search. */
export function TreeSearch({ value, isLate, onChange, onLeave, ref }: TreeSearchProps) {
  const { t } = useTranslation('clients')
  const { input, clear } = useTypedSearch({ value, onChange, onLeave, pauseMs: TYPING_MS })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) clear()
    else input.onKeyDown(event)
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
        input.value && (
          <IconButton label={t('tree.clearSearch')} size="sm" onClick={clear}>
            <IconX size={14} />
          </IconButton>
        )
      }
      {...input}
      onKeyDown={onKeyDown}
    />
  )
}
