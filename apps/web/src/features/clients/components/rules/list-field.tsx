import { Select } from '@mantine/core'
import { listWatchLists } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import type { RuleDraft } from '../../model/rule-draft.ts'
import css from './rules.module.css'

/** The list of plates that the rule looks for. Whoever may change lists gets a way to them. */
export function ListField({ form }: { form: SchemaForm<RuleDraft> }) {
  const { t } = useTranslation('rules')
  const mayManage = useMay('plates.manage')
  const { type, list } = form.values
  const { data: lists = [] } = useOperationQuery(listWatchLists, {}, { quiet: true, staleTime: 0 })
  const { error, onBlur, 'data-path': path } = form.field('list')
  return (
    <div className={css['stack']}>
      <Select
        className={css['narrow']}
        label={t(type === 'watch_list' ? 'form.list' : 'form.listOptional')}
        placeholder={t('form.listPlaceholder')}
        searchable
        clearable={type !== 'watch_list'}
        nothingFoundMessage={t('form.noList')}
        data={lists.map(({ id, name }) => ({ value: id, label: name }))}
        value={list?.id ?? null}
        error={error}
        onBlur={onBlur}
        data-path={path}
        onChange={(id) => form.set('list', lists.find((each) => each.id === id) ?? null)}
      />
      {mayManage && (
        <Link className={css['hint']} to="/cams/settings/{-$tab}" params={{ tab: 'watch-lists' }} search={{}}>
          {t('form.toLists')}
        </Link>
      )}
    </div>
  )
}
