import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import css from './few-rows-screen.module.css'
import type { ListScreenProps } from './list-screen-props.ts'
import { ListScreen } from './list-screen.tsx'
import { whole, type ListQuery } from './list-state.ts'
import { useAddressList } from './use-address-list.ts'

interface FewRowsScreenProps<Row> {
  label: string
  intro: string
  query: Omit<ListQuery<Row>, 'data'> & { data: readonly Row[] | undefined }
  columns: ListScreenProps<Row>['columns']
  /** What there is to create, how many there may be, and what is said when there are as many. */
  create: { text: string; most: number; full: string; onCreate: () => void }
  empty: { icon: ReactNode; title: string; body: string }
}

/** A list of things that a company makes itself, of which it may have few: all are read at once, and one creates them above it. */
export function FewRowsScreen<Row extends { id: string }>(props: FewRowsScreenProps<Row>) {
  const { label, intro, query, columns, create, empty } = props
  const list = useAddressList()
  const count = query.data?.length ?? 0
  const isFull = count >= create.most
  const button = (
    <Button
      look="primary"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      disabled={isFull}
      onClick={create.onCreate}
    >
      {create.text}
    </Button>
  )
  return (
    <div className={css['screen']}>
      <p className={css['text']}>{intro}</p>
      {count > 0 && (
        <div className={css['create']}>
          {button}
          {isFull && <span className={css['text']}>{create.full}</span>}
        </div>
      )}
      <div>
        <ListScreen
          label={label}
          query={whole(query)}
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{ ...empty, action: button }}
        />
      </div>
    </div>
  )
}
