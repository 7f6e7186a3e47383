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
  const id = useId()
  const { fields, theirs, takeTheirs, keepMine } = form.conflicts
  const decide = (about: typeof fields, how: typeof takeTheirs) => {
    for (const field of about) how(field)
    // The pressed button disappears.
    form.element.current
      ?.querySelector<HTMLElement>('input:not([type=hidden], :disabled), textarea:not(:disabled)')
      ?.focus({ preventScroll: true })
  }
  return (
    <div className={css['notice']} role="alert" aria-labelledby={id}>
      <Title id={id} node={node} />
      <ul className={css['fields']}>
        {fields.map((field) => {
          const { label, show } = texts[field]
          return (
            <li key={field} className={css['field']} aria-label={label}>
              <strong>{label}</strong>
              <Version
                whose={t('form.theirs')}
                value={show(theirs[field])}
                choose={t('form.takeTheirs')}
                chooseOf={t('form.takeTheirsOf', { field: label })}
                onChoose={() => decide([field], takeTheirs)}
              />
              <Version
                whose={t('form.mine')}
                value={show(form.values[field])}
                choose={t('form.keepMine')}
                chooseOf={t('form.keepMineOf', { field: label })}
                onChoose={() => decide([field], keepMine)}
              />
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

/** Says who changed the node last, and when. */
function Title({ id, node }: { id: string; node: { kind: NodeKind; id: string } }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const last = useOperationQuery(getLastChange, { params: node }, { quiet: true })
  const change = last.data?.change
  const at = new Date(change?.at ?? 0)
  return (
    <p className={css['title']} id={id}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>
        {change
          ? t('form.changedBy', { name: change.by, time: `${formats.dateTime(at)} ${formats.zoneName(at)}` })
          : t('form.changed')}
      </span>
    </p>
  )
}

interface VersionProps {
  whose: string
  value: ReactNode
  choose: string
  /** The name of the button for screen readers, which also says the field. */
  chooseOf: string
  onChoose: () => void
}

/** One of the two values of a field, with the button that chooses it. */
function Version({ whose, value, choose, chooseOf, onChoose }: VersionProps) {
  return (
    <div className={css['side']}>
      <span className={css['whose']}>{whose}</span>
      <div className={css['value']}>{value}</div>
      <Button size="compact-sm" aria-label={chooseOf} onClick={onChoose}>
        {choose}
      </Button>
    </div>
  )
}
