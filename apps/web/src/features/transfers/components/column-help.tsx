import { IMPORT_COLUMNS } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import css from './transfers.module.css'

/** The columns that a file can have, with their headings and allowed values. */
export function ColumnHelp() {
  const { t } = useTranslation('transfers')
  return (
    <details className={css['help']}>
      <summary>{t('columns')}</summary>
      <p className={css['note']}>{t('columnsNote')}</p>
      <dl>
        {IMPORT_COLUMNS.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <span>{t(`column.${name}`)}</span>
            </dt>
            <dd>{t(`help.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
