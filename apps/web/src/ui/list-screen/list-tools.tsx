import { type ReactNode, type RefObject, useRef } from 'react'
import { useCommands } from '../../lib/commands/use-commands.ts'
import css from './list-screen.module.css'
import { SearchField } from './search-field.tsx'

interface ListToolsProps {
  label: string
  /** Label of the field, where the list can be searched. */
  search: string | undefined
  text: string
  onSearch: (text: string) => void
  /** Leads from the search to the rows. */
  onLeave: () => void
  filters: ReactNode
  /** What concerns the list as it is shown. */
  actions: ReactNode
}

function Search({ label, text, onSearch, onLeave }: Pick<ListToolsProps, 'label' | 'text' | 'onSearch' | 'onLeave'>) {
  const field: RefObject<HTMLInputElement | null> = useRef(null)
  useCommands('list', [
    {
      id: 'list.search',
      name: 'common:list.find',
      section: 'shell:section.general',
      keys: ['/'],
      run: () => field.current?.focus(),
    },
  ])
  return <SearchField ref={field} label={label} value={text} onChange={onSearch} onLeave={onLeave} />
}

/** Search and filters in a row that wraps, and what can be done with the list at its end. */
export function ListTools({ label, search, text, onSearch, onLeave, filters, actions }: ListToolsProps) {
  const isNarrowing = search !== undefined || Boolean(filters)
  if (!isNarrowing && !actions) return null
  return (
    <div className={css['tools']}>
      {isNarrowing && (
        <search className={css['filters']} aria-label={label}>
          {search !== undefined && <Search label={search} text={text} onSearch={onSearch} onLeave={onLeave} />}
          {filters}
        </search>
      )}
      {actions && <div className={css['actions']}>{actions}</div>}
    </div>
  )
}
