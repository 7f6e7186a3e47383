import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchNodes } from '@winnow/contract'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

const FOUND = 50
/** Delay before a search, so that not every keystroke sends a request. */
const TYPING_MS = 250

/** Finds one of our sites by its name or that of its client. */
export function SiteField(props: Omit<ComponentProps<typeof Select>, 'data'>) {
  const { t } = useTranslation('videofied')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS)
  // The name of a chosen site stands in the field too, and is nothing that somebody has typed.
  const wanted = typed === chosen?.label ? '' : typed
  const nodes = useOperationQuery(
    searchNodes,
    { query: { search: wanted, limit: FOUND } },
    { enabled: wanted !== '', keepPrevious: true },
  )
  const found = wanted === '' ? [] : (nodes.data ?? []).filter(({ kind }) => kind === 'site')
  const sites = new Map([...(chosen ? [chosen] : []), ...found.map(asOption)].map((site) => [site.value, site]))
  return (
    <Select
      {...props}
      label={t('site')}
      description={t('siteHint')}
      required
      data={[...sites.values()]}
      onChange={(id, option) => {
        setChosen(typeof id === 'string' ? sites.get(id) : undefined)
        props.onChange?.(id, option)
      }}
      searchable
      // The form leads to a field that was refused. An open list would hide why.
      openOnFocus={false}
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered the entries by their whole paths.
      filter={({ options }) => options}
      nothingFoundMessage={wanted === '' ? t('siteHint') : nodes.isFetching ? '…' : t('siteNothing')}
    />
  )
}

const asOption = ({ id, path }: { id: string; path: string }) => ({ value: id, label: path })
