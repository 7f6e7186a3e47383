import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/text-field.tsx'
import { parseTimeOfDay, timeOfDay } from '../model/time-of-day.ts'
import { useWindowText } from './use-window-text.ts'

interface TimeFieldProps {
  label: string
  /** Whether the label is shown. Otherwise it is only for assistive technology. */
  isLabelled?: boolean
  /** The minute of the day. */
  value: number
  /** Midnight is the end of the day. */
  isEnd?: boolean
  onChange: (minute: number) => void
  /** Names the field for `focus`. */
  id?: string
}

/** A time of day that is typed, in the user's format or any usual one. It is taken over when the field is left or by Enter. */
export function TimeField({ label, isLabelled = false, value, isEnd = false, onChange, id }: TimeFieldProps) {
  const { t } = useTranslation('schedules')
  const { is12h } = useWindowText()
  const shown = timeOfDay(value, is12h)
  const [draft, setDraft] = useState<string>()
  const validate = (text: string) => (parseTimeOfDay(text, isEnd) === undefined ? t('times.invalid') : undefined)
  const settle = () => {
    const minute = draft === undefined ? undefined : parseTimeOfDay(draft, isEnd)
    if (minute === undefined) return
    setDraft(undefined)
    if (minute !== value) onChange(minute)
  }
  return (
    <TextField
      {...(isLabelled ? { label } : { 'aria-label': label, size: 'xs' })}
      {...(id === undefined ? {} : { id })}
      value={draft ?? shown}
      maxLength={10}
      validate={validate}
      onChange={setDraft}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          settle()
        } else if (event.key === 'Escape' && draft !== undefined) {
          event.stopPropagation()
          setDraft(undefined)
        }
      }}
    />
  )
}
