import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import type { Headers } from '../../model/receiver-values.ts'
import css from '../panes/pane.module.css'
import own from './receivers.module.css'

interface HeaderFieldsProps {
  label: string
  /** The new headers; undefined keeps the stored ones. */
  headers: Headers | undefined
  /** Whether headers are stored. */
  areSet: boolean
  onChange: (headers: Headers | undefined) => void
}

/** Headers sent with every message. The server never returns stored headers, since they are secret. They are all kept or all replaced. */
export function HeaderFields({ label, headers, areSet, onChange }: HeaderFieldsProps) {
  const { t } = useTranslation('clients')
  const change = (at: number, next: Partial<Headers[number]>) =>
    onChange(headers?.map((header, index) => (index === at ? { ...header, ...next } : header)))
  return (
    <fieldset className={own['headers']}>
      <legend className={css['label']}>{label}</legend>
      <p className={css['hint']}>
        {t(headers === undefined && areSet ? 'receivers.headersSet' : 'receivers.headersHint')}
      </p>
      {headers?.map((header, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end, and their fields are controlled
        <div key={index} className={own['header']}>
          <TextField
            aria-label={t('receivers.headerName')}
            placeholder={t('receivers.headerName')}
            value={header.name}
            maxLength={100}
            onChange={(name) => change(index, { name })}
          />
          <TextField
            aria-label={t('receivers.headerValue')}
            placeholder={t('receivers.headerValue')}
            value={header.value}
            maxLength={1000}
            autoComplete="off"
            onChange={(value) => change(index, { value })}
          />
          <IconButton
            label={t('receivers.headerRemove')}
            onClick={() => onChange(headers.filter((_header, at) => at !== index))}
          >
            <IconX size={14} />
          </IconButton>
        </div>
      ))}
      <div className={css['formActions']}>
        <Button
          size="compact-xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange([...(headers ?? []), { name: '', value: '' }])}
        >
          {t(headers === undefined && areSet ? 'receivers.headersReplace' : 'receivers.headerAdd')}
        </Button>
        {headers !== undefined && areSet && (
          <Button size="compact-xs" look="subtle" onClick={() => onChange(undefined)}>
            {t('receivers.headersKeep')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
