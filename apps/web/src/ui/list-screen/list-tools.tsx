import { type ReactNode, type RefObject, useRef } from 'react'
import { useCommands } from '../../lib/commands/use-commands.ts'
import css from './list-screen.module.css'
import { SearchField } from './search-field.tsx'

interface ListToolsProps {
  label: string
  /** The label of the search field; undefined if the list cannot be searched. */
  search: string | undefined
  text: string
  onSearch: (text: string) => void
  /** Moves the focus from the search field to the first row. */
  onLeave: () => void
  filters: ReactNode
  /** Actions for the whole list, such as choosing its columns. */
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

/** The search and the filters of a list in a row that wraps, followed by the actions for the whole list. */
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
