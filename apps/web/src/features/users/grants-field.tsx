import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Grant, searchNodes } from '@winnow/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { IconButton } from '../../ui/button.tsx'
import form from '../../ui/form.module.css'
import css from './users.module.css'

const FOUND = 20
/** Not every key asks the server. */
const TYPING_MS = 250

/** Chooses clients, sites and cameras, and whether they may be changed or only seen. */
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
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{t('dialog.grants')}</legend>
      <p className={form['note']}>{t('dialog.grantsHint')}</p>
      {value.length === 0 ? (
        <p className={form['note']}>{t('dialog.grantNone')}</p>
      ) : (
        <ul className={css['grants']}>
          {value.map((grant) => {
            const path = grant.path ?? t('dialog.grantGone')
            return (
              <li key={grant.id} className={css['grant']}>
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
                  onChange={(permission) =>
                    onChange(
                      value.map((each) =>
                        each.id === grant.id
                          ? { ...each, permission: permission === 'write' ? 'write' : 'read' }
                          : each,
                      ),
                    )
                  }
                />
                <IconButton
                  label={t('dialog.grantRemove', { path })}
                  onClick={() => onChange(value.filter(({ id }) => id !== grant.id))}
                >
                  <IconX size={16} />
                </IconButton>
              </li>
            )
          })}
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
        // The server has searched already, in all of the path.
        filter={({ options }) => options}
        nothingFoundMessage={wanted === '' ? t('dialog.type') : nodes.isFetching ? '…' : t('dialog.nothing')}
      />
    </fieldset>
  )
}
