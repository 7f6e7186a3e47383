import { getLastChange } from '@winnow/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import type { NodeKind } from '../../model/selection.ts'
import css from './conflict.module.css'

/** How the fields of a form are named and shown when somebody else has changed them. */
export type FieldTexts<T> = { [K in keyof T & string]: { label: string; show: (value: T[K]) => ReactNode } }

interface ConflictNoticeProps<T extends object> {
  form: SchemaForm<T>
  node: { kind: NodeKind; id: string }
  texts: FieldTexts<T>
}

/** Shows the fields that a colleague has changed while the user was changing them. The user decides about each. */
export function ConflictNotice<T extends object>(props: ConflictNoticeProps<T>) {
  return props.form.conflicts.fields.length > 0 && <Notice {...props} />
}

function Notice<T extends object>({ form, node, texts }: ConflictNoticeProps<T>) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const id = useId()
  const { fields, theirs, takeTheirs, keepMine } = form.conflicts
  const last = useOperationQuery(getLastChange, { params: node }, { quiet: true })
  const change = last.data?.change
  const at = new Date(change?.at ?? 0)
  const decide = (about: typeof fields, how: typeof takeTheirs) => {
    for (const field of about) how(field)
    // The pressed button disappears.
    form.element.current
      ?.querySelector<HTMLElement>('input:not([type=hidden], :disabled), textarea:not(:disabled)')
      ?.focus({ preventScroll: true })
  }
  return (
    <div className={css['notice']} role="alert" aria-labelledby={id}>
      <p className={css['title']} id={id}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>
          {change
            ? t('form.changedBy', { name: change.by, time: `${formats.dateTime(at)} ${formats.zoneName(at)}` })
            : t('form.changed')}
        </span>
      </p>
      <ul className={css['fields']}>
        {fields.map((field) => {
          const { label, show } = texts[field]
          return (
            <li key={field} className={css['field']} aria-label={label}>
              <strong>{label}</strong>
              <div className={css['side']}>
                <span className={css['whose']}>{t('form.theirs')}</span>
                <div className={css['value']}>{show(theirs[field])}</div>
                <Button
                  size="compact-sm"
                  aria-label={t('form.takeTheirsOf', { field: label })}
                  onClick={() => decide([field], takeTheirs)}
                >
                  {t('form.takeTheirs')}
                </Button>
              </div>
              <div className={css['side']}>
                <span className={css['whose']}>{t('form.mine')}</span>
                <div className={css['value']}>{show(form.values[field])}</div>
                <Button
                  size="compact-sm"
                  aria-label={t('form.keepMineOf', { field: label })}
                  onClick={() => decide([field], keepMine)}
                >
                  {t('form.keepMine')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {fields.length > 1 && (
        <div className={css['all']}>
          <Button size="compact-sm" onClick={() => decide(fields, takeTheirs)}>
            {t('form.takeAllTheirs')}
          </Button>
          <Button size="compact-sm" onClick={() => decide(fields, keepMine)}>
            {t('form.keepAllMine')}
          </Button>
        </div>
      )}
    </div>
  )
}
