import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Grant, searchNodes } from '@winnow/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { IconButton } from '../../ui/button.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import form from '../../ui/form.module.css'
import css from './users.module.css'

const FOUND = 20
/** Delay before a search, so that not every keystroke sends a request. */
const TYPING_MS = 250

/** Above this number only visible rows are rendered. Thousands of rows would block the browser for seconds. */
const MANY = 100
const ROW_HEIGHT = 44

interface GrantRowProps {
  grant: Grant
  onChange: (grant: Grant) => void
  onRemove: (grant: Grant) => void
}

function GrantRow({ grant, onChange, onRemove }: GrantRowProps) {
  const { t } = useTranslation('users')
  const path = grant.path ?? t('dialog.grantGone')
  return (
    <div className={css['grant']}>
      <span className={css['path']}>
        {path} <span className={css['kind']}>{t(`kinds.${grant.kind}`)}</span>
      </span>
      <Select
        aria-label={t('dialog.grantRight', { path })}
        data={[
          { value: 'read', label: t('dialog.read') },
          { value: 'write', label: t('dialog.write') },
        ]}
        value={grant.permission}
        allowDeselect={false}
        w={150}
        onChange={(permission) => onChange({ ...grant, permission: permission === 'write' ? 'write' : 'read' })}
      />
      <IconButton label={t('dialog.grantRemove', { path })} onClick={() => onRemove(grant)}>
        <IconX size={16} />
      </IconButton>
    </div>
  )
}

/** Chooses the clients, sites and cameras that a user has access to, and whether the user may change them or only see them. */
export function GrantsField({ value, onChange }: { value: Grant[]; onChange: (grants: Grant[]) => void }) {
  const { t } = useTranslation('users')
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), TYPING_MS)
  const nodes = useOperationQuery(
    searchNodes,
    { query: { search: wanted, limit: FOUND } },
    { enabled: wanted !== '', keepPrevious: true },
  )
  const chosen = new Set(value.map(({ id }) => id))
  const offered = wanted === '' ? [] : (nodes.data ?? []).filter(({ id }) => !chosen.has(id))
  const add = (id: string | null) => {
    const node = offered.find((each) => each.id === id)
    if (!node) return
    onChange([...value, { kind: node.kind, id: node.id, permission: 'read', path: node.path }])
    setText('')
  }
  const change = (grant: Grant) => onChange(value.map((each) => (each.id === grant.id ? grant : each)))
  const remove = ({ id }: Grant) => onChange(value.filter((each) => each.id !== id))
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{t('dialog.grants')}</legend>
      <p className={form['note']}>{t('dialog.grantsHint')}</p>
      {value.length === 0 && <p className={form['note']}>{t('dialog.grantNone')}</p>}
      {value.length > MANY ? (
        <div className={css['many']}>
          <VirtualList
            label={t('dialog.grants')}
            rows={value}
            rowKey={({ id }) => id}
            rowHeight={ROW_HEIGHT}
            render={(grant) => <GrantRow grant={grant} onChange={change} onRemove={remove} />}
          />
        </div>
      ) : (
        <ul className={css['grants']}>
          {value.map((grant) => (
            <li key={grant.id}>
              <GrantRow grant={grant} onChange={change} onRemove={remove} />
            </li>
          ))}
        </ul>
      )}
      <Select
        label={t('dialog.grantSearch')}
        data={offered.map((node) => ({ value: node.id, label: `${node.path} · ${t(`kinds.${node.kind}`)}` }))}
        value={null}
        searchable
        searchValue={text}
        onSearchChange={setText}
        onChange={add}
        // The server has already filtered the entries by their whole paths.
        filter={({ options }) => options}
        nothingFoundMessage={wanted === '' ? t('dialog.type') : nodes.isFetching ? '…' : t('dialog.nothing')}
      />
    </fieldset>
  )
}
