import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listScheduleTemplates } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'

const TYPING_MS = 200
/** The most templates offered at once. Typing narrows them. */
const OFFERED = 50

/** A template that can be chosen. */
interface Choice {
  id: string
  name: string
}

interface TemplateSelectProps {
  label: string
  value: Choice | null
  onChange: (template: Choice | null) => void
  /** A template that is not offered. */
  except?: string
  disabled?: boolean
  error?: string | undefined
  /** It has the focus when its dialog opens. */
  isFirst?: boolean
}

/** Chooses a template by name. The server searches. */
export function TemplateSelect({
  label,
  value,
  onChange,
  except,
  disabled = false,
  error,
  isFirst,
}: TemplateSelectProps) {
  const { t } = useTranslation('schedules')
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, TYPING_MS)
  // The text of a chosen template is no search.
  const search = typed === value?.name ? '' : typed.trim()
  const query = { page: 0, limit: OFFERED, ...(search === '' ? {} : { filters: search }) }
  const found = useOperationQuery(listScheduleTemplates, { query }, { keepPrevious: true })
  const offered = (found.data?.rows ?? []).filter(({ id }) => id !== except)
  // The chosen template stays an option while the user searches for another name.
  const options = value && !offered.some(({ id }) => id === value.id) ? [value, ...offered] : offered
  return (
    <Select
      size="xs"
      label={label}
      placeholder={t('select.placeholder')}
      searchable
      {...(isFirst ? { 'data-autofocus': true } : {})}
      disabled={disabled}
      error={error}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? '…' : t('select.nothing')}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(options.find((each) => each.id === id) ?? null)}
    />
  )
}
