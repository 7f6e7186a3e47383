import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchNodes } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

const FOUND = 50
/** The server accepts at most this many clients, and as many sites. */
const MOST = 100
/** Delay before a search, so that not every keystroke sends a request. */
const TYPING_MS = 250

export interface ChosenNode {
  kind: 'project' | 'site'
  id: string
  path: string
}

interface TokenNodesFieldProps {
  value: ChosenNode[]
  onChange: (nodes: ChosenNode[]) => void
  error?: string | undefined
}

/** Chooses the clients and sites that a token is limited to. */
export function TokenNodesField({ value, onChange, error }: TokenNodesFieldProps) {
  const { t } = useTranslation(['settings', 'users'])
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), TYPING_MS)
  const nodes = useOperationQuery(
    searchNodes,
    { query: { search: wanted, limit: FOUND } },
    { enabled: wanted !== '', keepPrevious: true },
  )
  const known = new Map(value.map((node) => [node.id, node]))
  for (const { kind, id, path } of wanted === '' ? [] : (nodes.data ?? []))
    if (kind !== 'view') known.set(id, { kind, id, path })
  return (
    <MultiSelect
      label={t('tokens.nodes')}
      description={t('tokens.nodesHint')}
      placeholder={value.length === 0 ? t('tokens.nodesSearch') : ''}
      data={[...known.values()].map(({ id, kind, path }) => ({
        value: id,
        label: `${path} · ${t(`users:kinds.${kind}`)}`,
      }))}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      maxValues={MOST}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered the entries by their whole paths.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={wanted === '' ? t('users:dialog.type') : nodes.isFetching ? '…' : t('users:dialog.nothing')}
      error={error}
      required
    />
  )
}
