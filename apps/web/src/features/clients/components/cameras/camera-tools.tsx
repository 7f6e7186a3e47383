import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { CAMERA_SORTS, type CameraSort } from '@winnow/contract'
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { useTypedSearch } from '../../../../ui/use-typed-search.ts'
import type { CameraOrder } from '../../state/use-cameras.ts'
import css from './cameras.module.css'

const TYPING_MS = 250

interface CameraToolsProps {
  look: 'grid' | 'table'
  onLook: (look: 'grid' | 'table') => void
  order: CameraOrder
  /** Sorts by a field. If the list is already sorted by this field, reverses the order. */
  onSort: (sort: CameraSort) => void
  search: string
  onSearch: (text: string) => void
  /** Number of cameras; undefined while it is not known. */
  total: number | undefined
  onSelectAll: () => void
}

const isSort = (value: string): value is CameraSort => CAMERA_SORTS.some((sort) => sort === value)

/** Controls for the search, order and layout of a list of cameras. Above a table, the column names are buttons that sort it. */
export function CameraTools(props: CameraToolsProps) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const { look, onLook, order, onSort, search, onSearch, total, onSelectAll } = props
  const { input } = useTypedSearch({ value: search, onChange: onSearch, pauseMs: TYPING_MS })
  const Arrow = order.order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <>
      <div className={css['tools']}>
        <TextInput
          type="search"
          className={css['search']}
          aria-label={t('cameras.search')}
          placeholder={t('cameras.search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          maxLength={100}
          {...input}
        />
        <NativeSelect
          aria-label={t('cameras.sort')}
          value={order.sort}
          data={CAMERA_SORTS.map((sort) => ({ value: sort, label: t(`cameras.by.${sort}`) }))}
          onChange={({ currentTarget: { value } }) => isSort(value) && value !== order.sort && onSort(value)}
        />
        <IconButton
          label={t(order.order === 'asc' ? 'cameras.ascending' : 'cameras.descending')}
          onClick={() => onSort(order.sort)}
        >
          <Arrow size={16} />
        </IconButton>
        <SegmentedControl
          size="xs"
          aria-label={t('cameras.look')}
          value={look}
          onChange={(value) => onLook(value === 'table' ? 'table' : 'grid')}
          data={[
            { value: 'grid', label: t('cameras.grid') },
            { value: 'table', label: t('cameras.table') },
          ]}
        />
        <span className={css['count']} role="status">
          {total !== undefined && t('cameras.count', { count: total, n: formats.number(total) })}
        </span>
        <Button size="compact-sm" disabled={!total} onClick={onSelectAll}>
          {t('cameras.selectAll')}
        </Button>
      </div>
      {look === 'table' && <Columns order={order} onSort={onSort} />}
    </>
  )
}

/** The columns of the table. */
function Columns({ order, onSort }: Pick<CameraToolsProps, 'order' | 'onSort'>) {
  const { t } = useTranslation('clients')
  const Arrow = order.order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <div className={css['columns']} role="toolbar" aria-label={t('cameras.sort')}>
      <span />
      {CAMERA_SORTS.map((sort) => (
        <button
          key={sort}
          type="button"
          className={css['column']}
          data-sort={sort}
          data-wide={sort === 'name' || sort === 'lastSignal' ? undefined : true}
          data-number={sort === 'alarms' || sort === 'filtered' || undefined}
          aria-pressed={order.sort === sort}
          onClick={() => onSort(sort)}
        >
          {t(`cameras.by.${sort}`)}
          {order.sort === sort && <Arrow size={12} aria-hidden="true" />}
        </button>
      ))}
    </div>
  )
}
