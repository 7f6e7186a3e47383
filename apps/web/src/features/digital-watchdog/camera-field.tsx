import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchNodes } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

const FOUND = 50
/** Delay before a search, so that not every keystroke sends a request. */
const TYPING_MS = 250

export interface OurCamera {
  id: string
  /** The names from the client to the camera. */
  path: string
}

/** The field is opened by a button that it replaces, so the focus goes to it. */
const focus = (input: HTMLInputElement | null): void => input?.focus()

interface CameraFieldProps {
  label: string
  value: OurCamera | null
  /** What is searched for until somebody types: the name of the system's camera. */
  suggestion: string
  onChange: (camera: OurCamera | null) => void
  onLeave: () => void
}

/** Finds one of our cameras by its name or those of its site and client. */
export function CameraField({ label, value, suggestion, onChange, onLeave }: CameraFieldProps) {
  const { t } = useTranslation(['digitalWatchdog', 'users'])
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS)
  // The name of a chosen camera stands in the field too, and is nothing that somebody has typed.
  const wanted = typed === '' || typed === value?.path ? suggestion.trim() : typed
  const nodes = useOperationQuery(
    searchNodes,
    { query: { search: wanted, limit: FOUND } },
    { enabled: wanted !== '', keepPrevious: true },
  )
  const known = new Map(value ? [[value.id, value]] : [])
  for (const { kind, id, path } of wanted === '' ? [] : (nodes.data ?? []))
    if (kind === 'view') known.set(id, { id, path })
  return (
    <Select
      aria-label={label}
      placeholder={t('camera.type')}
      data={[...known.values()].map(({ id, path }) => ({ value: id, label: path }))}
      value={value?.id ?? null}
      onChange={(id) => {
        onChange(id === null ? null : (known.get(id) ?? null))
        onLeave()
      }}
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave()
      }}
      // The server has already filtered the entries by their whole paths.
      filter={({ options }) => options}
      nothingFoundMessage={wanted === '' ? t('camera.type') : nodes.isFetching ? '…' : t('users:dialog.nothing')}
      defaultDropdownOpened
      ref={focus}
    />
  )
}
