import { Select } from '@mantine/core'
import {
  createAlarmLink,
  LINK_DAYS,
  LINK_NOTE_MAX,
  listAlarmLinks,
  MAX_ALARM_LINKS,
  revokeAlarmLink,
  type AlarmLink,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import css from './share-dialog.module.css'

const DAYS = [1, 3, LINK_DAYS.usual, 14, LINK_DAYS.most]

/** One link: for whom, until when, how often it was opened, and the button that ends it. */
function LinkRow({ alarmId, link }: { alarmId: string; link: AlarmLink }) {
  const { t } = useTranslation('cure')
  const formats = useFormats()
  const time = (at: string) => formats.dateTime(new Date(at), undefined, { seconds: false })
  const revoke = useOperation(revokeAlarmLink, {
    invalidates: [listAlarmLinks],
    onSuccess: () => {
      showToast({ id: 'alarm-link', type: 'success', message: t('share.revoked') })
    },
  })
  const unnamed = link.isOfReceiver ? t('share.ofReceiver', { name: link.createdBy }) : t('share.address')
  const note = link.note === '' ? unnamed : link.note
  const state =
    link.state === 'active'
      ? t('share.active', { time: time(link.expiresAt) })
      : link.state === 'expired'
        ? t('share.expired', { time: time(link.expiresAt) })
        : t('share.revokedBy', { name: link.revokedBy ?? '', time: time(link.revokedAt ?? link.expiresAt) })
  return (
    <li className={css['link']} data-state={link.state}>
      <span className={css['words']}>
        <strong>{note}</strong>
        <span>{state}</span>
        <span className={css['faint']}>
          {!link.isOfReceiver && `${link.createdBy}, `}
          {time(link.createdAt)} · {t('share.opened', { count: link.openCount })}
        </span>
      </span>
      {link.state === 'active' && (
        <Button
          size="compact-sm"
          aria-label={t('share.revokeThis', { note })}
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ params: { id: alarmId, linkId: link.id } })}
        >
          {t('share.revoke')}
        </Button>
      )}
    </li>
  )
}

/** The link that was just made. Its address is nowhere else, so it is shown until the dialog closes. */
function MadeLink({ path }: { path: string }) {
  const { t } = useTranslation('cure')
  const address = `${location.origin}${path}`
  return (
    <div className={css['made']} role="status">
      <p>{t('share.made')}</p>
      <input
        className={css['address']}
        aria-label={t('share.address')}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address} label={t('share.copy')} />
    </div>
  )
}

function ShareBody({ alarmId }: { alarmId: string }) {
  const { t } = useTranslation('cure')
  const [days, setDays] = useState<number>(LINK_DAYS.usual)
  const [note, setNote] = useState('')
  const links = useOperationQuery(listAlarmLinks, { params: { id: alarmId } }, { quiet: true })
  const create = useOperation(createAlarmLink, { invalidates: [listAlarmLinks], onSuccess: () => setNote('') })
  const rows = links.data?.rows ?? []
  // Those that messages to receivers carry do not count.
  const own = rows.filter(({ state, isOfReceiver }) => state === 'active' && !isOfReceiver)
  const isFull = own.length >= MAX_ALARM_LINKS
  return (
    <div className={css['body']}>
      <p className={css['what']}>{t('share.what')}</p>
      <div className={css['new']}>
        <Select
          label={t('share.days')}
          data={DAYS.map((count) => ({ value: String(count), label: t('share.dayCount', { count }) }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(value) => setDays(Number(value ?? LINK_DAYS.usual))}
        />
        <TextField label={t('share.note')} value={note} maxLength={LINK_NOTE_MAX} onChange={setNote} />
        <Button
          look="primary"
          loading={create.isPending}
          disabled={isFull}
          onClick={() => create.mutate({ params: { id: alarmId }, body: { days, note } })}
        >
          {t('share.create')}
        </Button>
      </div>
      {isFull && <p role="status">{t('share.full')}</p>}
      {create.data && <MadeLink path={create.data.path} />}
      <h3 className={css['heading']}>{t('share.links')}</h3>
      {links.isPending && <Skeleton height={60} />}
      {links.isError && <ErrorState compact error={links.error} onRetry={() => void links.refetch()} />}
      {links.data && rows.length === 0 && <p className={css['what']}>{t('share.none')}</p>}
      {rows.length > 0 && (
        <ul className={css['links']}>
          {rows.map((link) => (
            <LinkRow key={link.id} alarmId={alarmId} link={link} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Makes public links of an alarm, lists those that there are, and revokes them. */
export function ShareDialog({ alarmId, opened, onClose }: { alarmId: string; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('cure')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('share.title')} size="lg">
      {opened && <ShareBody alarmId={alarmId} />}
    </Dialog>
  )
}
