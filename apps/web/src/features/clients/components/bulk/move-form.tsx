import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type CameraSelection, moveViews, searchNodes } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import css from '../../../../ui/form.module.css'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { selectionBody } from './selection-body.ts'
import { useBulk } from './use-bulk.ts'

const TYPING_MS = 200

interface MoveFormProps {
  selection: CameraSelection
  cameras: string
  onStarted: () => void
}

/** Asks for the site to which the cameras are moved. */
export function MoveForm({ selection, cameras, onStarted }: MoveFormProps) {
  const { t } = useTranslation('clients')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, TYPING_MS)
  const found = useOperationQuery(searchNodes, { query: { search, limit: 50 } }, { keepPrevious: true })
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const move = useBulk(moveViews, { inlineErrors: true })
  const form = useSchemaForm({
    initial: { siteId: '' },
    operation: moveViews,
    toBody: ({ siteId }) => ({ ...selectionBody(selection), siteId }),
    rules: ({ siteId }) => ({ siteId: siteId === '' ? '' : undefined }),
    isGuarded: false,
    async submit(body) {
      await move.mutateAsync({ body })
      onStarted()
    },
  })
  const sites = (found.data ?? [])
    .filter(({ kind }) => kind === 'site')
    .map(({ id, path }) => ({ value: id, label: path }))
  // The chosen site stays an option while the user searches for another name.
  const options = chosen && !sites.some(({ value }) => value === chosen.value) ? [chosen, ...sites] : sites
  return (
    <Form form={form}>
      <p className={css['note']}>{t('bulk.body', { cameras })}</p>
      <p className={css['note']}>{t('bulk.moveBody')}</p>
      <Select
        label={t('bulk.site')}
        placeholder={t('bulk.siteSearch')}
        searchable
        data-autofocus
        onSearchChange={setText}
        // The server has already searched.
        filter={({ options: all }) => all}
        nothingFoundMessage={t('bulk.siteNone')}
        data={options}
        {...form.field('siteId')}
        onChange={(siteId, option) => {
          form.set('siteId', siteId ?? '')
          setChosen(option ?? undefined)
        }}
      />
      <FormEnd form={form} submit={t('bulk.start')} disabled={!form.isValid} />
    </Form>
  )
}
