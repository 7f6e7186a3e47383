import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import css from '../panes/pane.module.css'
import own from './receivers.module.css'

type Headers = { name: string; value: string }[]

interface HeaderFieldsProps {
  /** Undefined: those that are stored stay. */
  headers: Headers | undefined
  /** Whether some are stored. */
  areSet: boolean
  onChange: (headers: Headers | undefined) => void
}

/** Headers that go with every message. They are secrets: those that are stored never come back, and are kept or replaced as a whole. */
export function HeaderFields({ headers, areSet, onChange }: HeaderFieldsProps) {
  const { t } = useTranslation('clients')
  const change = (at: number, next: Partial<Headers[number]>) =>
    onChange(headers?.map((header, index) => (index === at ? { ...header, ...next } : header)))
  return (
    <fieldset className={own['headers']}>
      <legend className={css['label']}>{t('receivers.headers')}</legend>
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
