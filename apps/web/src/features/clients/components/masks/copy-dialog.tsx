import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  copyMasks,
  getView,
  listCompanyViews,
  listMaskHistory,
  listTreeViews,
  MAX_COPIES,
  type ReplyOf,
  type View,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { Loaded } from '../panes/loaded.tsx'
import css from './masks.module.css'

const TYPING_MS = 250
/** The maximum number of displayed cameras. Others can be found by their name, or by the name of their site or client. */
const SHOWN = 100

/** The cameras to choose from: those of the same site, or those that the search finds in the whole company. */
function useTargets(view: View, text: string, opened: boolean) {
  const { companyId } = useUser()
  const settings = { quiet: true, keepPrevious: true }
  const near = useOperationQuery(
    listTreeViews,
    { params: { id: view.siteId }, query: { limit: SHOWN } },
    { ...settings, enabled: opened && text === '' },
  )
  const found = useOperationQuery(
    listCompanyViews,
    { params: { id: companyId }, query: { search: text, limit: SHOWN } },
    { ...settings, enabled: opened && text !== '' },
  )
  return text === '' ? near : found
}

interface CopyDialogProps {
  view: View
  opened: boolean
  onClose: () => void
}

type Mode = 'replace' | 'add'

/** Returns a set with this id added, or removed if it was in the set. */
const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])

/** Copies the saved masks of a camera to others. */
export function CopyDialog(props: CopyDialogProps) {
  const { t } = useTranslation('clients')
  const { view, opened, onClose } = props
  return (
    <Dialog opened={opened} onClose={onClose} size="md" title={t('masks.copy.title', { name: view.name })}>
      <CopyForm key={String(opened)} {...props} />
    </Dialog>
  )
}

function CopyForm({ view, opened, onClose }: CopyDialogProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), TYPING_MS)
  const [mode, setMode] = useState<Mode>('replace')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useTargets(view, wanted, opened)
  const copy = useOperation(copyMasks, {
    inlineErrors: true,
    invalidates: [getView, listMaskHistory, listCompanyViews, listTreeViews],
    onSuccess: ({ copied: { length: count }, refused }) => {
      if (count > 0) showToast({ type: 'success', message: t('masks.copy.done', { count, name: view.name }) })
      if (refused.length === 0) onClose()
      else setChosen(new Set())
    },
  })
  return (
    <div className={css['copy']}>
      <p className={css['copyIntro']}>{t('masks.copy.intro')}</p>
      <TextInput
        type="search"
        label={t('masks.copy.search')}
        description={t('masks.copy.searchHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Loaded query={query} rows={5}>
        {({ rows, count }) => (
          <Targets
            rows={rows.filter(({ id }) => id !== view.id)}
            more={count - rows.length}
            chosen={chosen}
            onToggle={({ id }) => setChosen((before) => toggled(before, id))}
          />
        )}
      </Loaded>
      <ModeField mode={mode} onChange={setMode} />
      {copy.data && copy.data.refused.length > 0 && <Refused cameras={copy.data.refused} />}
      <FormError error={copy.error} />
      <FormActions>
        <Button onClick={onClose} disabled={copy.isPending}>
          {t('common:close')}
        </Button>
        <Button
          look="primary"
          loading={copy.isPending}
          disabled={chosen.size === 0 || chosen.size > MAX_COPIES}
          onClick={() => copy.mutate({ params: { id: view.id }, body: { viewIds: [...chosen], mode } })}
        >
          {chosen.size === 0 ? t('masks.copy.confirmNone') : t('masks.copy.confirm', { count: chosen.size })}
        </Button>
      </FormActions>
    </div>
  )
}

function ModeField({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTranslation('clients')
  return (
    <Radio.Group
      label={t('masks.copy.mode')}
      value={mode}
      onChange={(value) => onChange(value === 'add' ? 'add' : 'replace')}
    >
      <div className={css['copyModes']}>
        <Radio value="replace" label={t('masks.copy.replace')} />
        <Radio value="add" label={t('masks.copy.add')} />
      </div>
    </Radio.Group>
  )
}

/** The cameras that did not get the masks, each with the reason. */
function Refused({ cameras }: { cameras: ReplyOf<typeof copyMasks>['refused'] }) {
  const { t } = useTranslation('clients')
  return (
    <div role="alert" className={css['refused']}>
      <strong>{t('masks.copy.refused', { count: cameras.length })}</strong>
      <ul>
        {cameras.map(({ viewId, name, reason }) => (
          <li key={viewId}>
            {name}: {t(`masks.copy.reason.${reason}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TargetsProps {
  rows: readonly View[]
  /** The number of cameras that match the search and are not shown. */
  more: number
  chosen: ReadonlySet<string>
  onToggle: (view: View) => void
}

/** The cameras as boxes to tick. For a camera that cannot have masks, the reason is shown. */
function Targets({ rows, more, chosen, onToggle }: TargetsProps) {
  const { t } = useTranslation('clients')
  if (rows.length === 0) return <EmptyState compact title={t('masks.copy.nothing')} />
  return (
    <>
      <ul className={css['targets']} aria-label={t('masks.copy.cameras')}>
        {rows.map((row) => {
          const locked = row.permission !== 'write' ? 'right' : row.createdByApi ? 'byApi' : row.ptz ? 'ptz' : undefined
          return (
            <li key={row.id}>
              <Checkbox
                label={row.name}
                description={
                  locked
                    ? t(`masks.copy.locked.${locked}`)
                    : `${row.projectName} / ${row.siteName} · ${t('masks.history.areas', { count: row.mask.length })}`
                }
                disabled={locked !== undefined}
                checked={chosen.has(row.id)}
                onChange={() => onToggle(row)}
              />
            </li>
          )
        })}
      </ul>
      <p className={css['copyIntro']} role="status">
        {chosen.size > 0 && t('masks.copy.chosen', { count: chosen.size })}
        {more > 0 && ` ${t('masks.copy.more', { count: more })}`}
        {chosen.size > MAX_COPIES && ` ${t('masks.copy.tooMany', { n: MAX_COPIES })}`}
      </p>
    </>
  )
}
