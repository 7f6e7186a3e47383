import { useState } from 'react'
import { type ListAddress, listControl } from '../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import type { ListScreenProps } from '../../ui/list-screen/list-screen-props.ts'
import type { ListQuery } from '../../ui/list-screen/list-state.ts'

/** Returns loaded rows as a query that has succeeded. The page itself shows whether the overview is loading or has failed. */
const loaded = <Row,>(rows: readonly Row[]): ListQuery<Row> => ({
  data: { rows, count: rows.length },
  isPending: false,
  error: null,
  refetch: () => undefined,
})

type DetectorListProps<Row> = Pick<ListScreenProps<Row>, 'label' | 'columns' | 'rowKey'> & {
  rows: readonly Row[]
}

/** One of the lists of the page, with its own sort order. Renders nothing without rows. */
export function DetectorList<Row>({ rows, ...list }: DetectorListProps<Row>) {
  const [address, setAddress] = useState<ListAddress>({})
  if (rows.length === 0) return null
  return (
    <ListScreen
      {...list}
      query={loaded(rows)}
      list={listControl(address, setAddress)}
      empty={{ title: list.label }}
      compact
    />
  )
}
