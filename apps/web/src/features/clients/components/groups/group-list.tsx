import { TextInput } from '@mantine/core'
import type { ReplyOf, listGroups } from '@winnow/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useGroups } from '../../state/use-groups.ts'
import { Loaded } from '../panes/loaded.tsx'
import css from './groups.module.css'

export type Group = ReplyOf<typeof listGroups>['rows'][number]

/** The search field is shown from this number of groups on. */
const SEARCHED_FROM = 8

/** The groups by name, with a search if there are many. */
export function GroupList({ render }: { render: (group: Group) => ReactNode }) {
  const { t } = useTranslation('clients')
  const [text, setText] = useState('')
  const groups = useGroups(text)
  return (
    <Loaded query={groups} rows={4}>
      {({ rows, count }) => (
        <>
          {(text !== '' || count >= SEARCHED_FROM) && (
            <TextInput
              label={t('groups.search')}
              value={text}
              maxLength={100}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {rows.length === 0 && <EmptyState compact title={t(text === '' ? 'groups.none' : 'groups.notFound')} />}
          <ul className={css['list']} aria-label={t('groups.title')}>
            {rows.map(render)}
          </ul>
          {count > rows.length && (
            <p className={css['intro']} role="status">
              {t('groups.more', { count: count - rows.length })}
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
