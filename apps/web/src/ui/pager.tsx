import { Pagination } from '@mantine/core'
import css from './pager.module.css'

interface PagerProps {
  /** The name of the list, for assistive technology. */
  label: string
  page: number
  limit: number
  count: number
  onPage: (page: number) => void
}

/** Page navigation of a long list. Renders nothing for a single page. */
export function Pager({ label, page, limit, count, onPage }: PagerProps) {
  const pages = Math.ceil(count / limit)
  if (pages <= 1 && page === 1) return null
  return (
    <nav className={css['pager']} aria-label={label}>
      <Pagination
        total={Math.max(pages, page)}
        value={page}
        onChange={onPage}
        size="sm"
        getItemProps={(item) => ({ 'aria-label': String(item) })}
        getControlProps={(control) => ({ 'aria-label': `${label}: ${control}` })}
      />
    </nav>
  )
}
