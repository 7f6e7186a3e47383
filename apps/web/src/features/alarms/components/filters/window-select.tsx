import { Popover, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { WINDOW_NAMES } from '../../alarms-search.ts'
import { fromLocalInput, toLocalInput } from '../../../../lib/formats/local-input.ts'
import type { AlarmFilters } from '../../model/alarm-filters.ts'
import css from './filter-bar.module.css'

type Time = AlarmFilters['time']

interface CustomProps {
  time: Time
  onApply: (time: Time) => void
}

/** Start and end, in the operator's time zone. */
function Custom({ time, onApply }: CustomProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const { zone } = useFormats()
  const form = useSchemaForm({
    initial: {
      since: 'window' in time ? '' : toLocalInput(time.since, zone),
      till: 'window' in time ? '' : toLocalInput(time.till, zone),
    },
    isGuarded: false,
    submit: (_body, { since, till }) =>
      onApply({ since: fromLocalInput(since, zone), till: fromLocalInput(till, zone) }),
  })
  const { since, till } = form.values
  const swapped = since !== '' && till !== '' && since >= till
  return (
    <Form form={form} className={css['custom']}>
      <DateField withTime label={t('filter.since')} {...form.field('since')} />
      <DateField withTime label={t('filter.till')} {...form.field('till')} />
      <span className={css['facts']}>{t('common:zone', { zone })}</span>
      {swapped && <span role="alert">{t('filter.swapped')}</span>}
      <Button type="submit" look="primary" disabled={swapped || (since === '' && till === '')}>
        {t('filter.apply')}
      </Button>
    </Form>
  )
}

/** The time window of the list. */
export function WindowSelect({ time, onChange }: { time: Time; onChange: (time: Time) => void }) {
  const { t } = useTranslation(['alarms', 'common'])
  const formats = useFormats()
  const [custom, setCustom] = useState(false)
  const instant = (at: string | undefined) =>
    at === undefined ? '…' : formats.dateTime(new Date(at), formats.zone, { seconds: false })
  const chosen = 'window' in time ? t('filter.windows.custom') : `${instant(time.since)} – ${instant(time.till)}`
  return (
    <Popover opened={custom} onChange={setCustom} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Select
          size="xs"
          rightSectionWidth={22}
          aria-label={t('filter.window')}
          allowDeselect={false}
          value={'window' in time ? time.window : 'custom'}
          data={[
            ...WINDOW_NAMES.map((name) => ({ value: name as string, label: t(`filter.windows.${name}`) })),
            { value: 'custom', label: chosen },
          ]}
          onOptionSubmit={(value) => {
            const window = WINDOW_NAMES.find((name) => name === value)
            if (window === undefined) setCustom(true)
            else onChange({ window })
          }}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.windows.custom')} aria-labelledby={undefined}>
        <Custom
          time={time}
          onApply={(next) => {
            setCustom(false)
            onChange(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
