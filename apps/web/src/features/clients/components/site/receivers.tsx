import { deleteReceiver, listReceivers, type Receiver, type Site } from '@winnow/contract'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../../../lib/live/live.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { operationKey, useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { Loaded } from '../panes/loaded.tsx'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import { focusSoon } from '../../state/focus-pane.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { FallbackDialog } from './fallback-dialog.tsx'
import { ReceiverCard } from './receiver-card.tsx'
import { ReceiverDialog } from './receiver-dialog.tsx'
import css from './receivers.module.css'

/** The receivers of a site: list, state and actions. */
export function Receivers({ site, query }: { site: Site; query: UseQueryResult<Receiver[]> }) {
  const { t } = useTranslation(['clients', 'common'])
  const queries = useQueryClient()
  const mayManage = useMay('integration.manage')
  const [editing, setEditing] = useState<Receiver | 'new'>()
  const [falling, setFalling] = useState<Receiver>()
  const [removing, setRemoving] = useState<Receiver>()
  const [secret, setSecret] = useState<string | null>(null)
  const part = useRef<HTMLDivElement>(null)
  const saved = useRef<string>(undefined)
  /** Sets the focus after a dialog. The dialog cannot return it to a deleted receiver or a replaced button. */
  const goOn = (id?: string) =>
    focusSoon(
      () =>
        part.current?.querySelector<HTMLElement>(`[data-receiver="${id}"] button`) ??
        part.current?.querySelector<HTMLElement>('[data-add]'),
    )
  const refresh = () => queries.invalidateQueries({ queryKey: operationKey(listReceivers) })
  useLive(['delivery.changed', 'receiver.changed', 'resync'], (event) => {
    if (event.type === 'resync' || event.siteId === site.id) void refresh()
  })
  const remove = useOperation(deleteReceiver, {
    // The list is reloaded before the dialog closes. Otherwise the focus would return to a card that then disappears.
    onSuccess: async () => {
      await refresh()
      goOn()
      showToast({ type: 'success', message: t('receivers.deleted') })
    },
  })
  const add = mayManage && (
    <Button data-add leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEditing('new')}>
      {t('receivers.add')}
    </Button>
  )
  return (
    <div ref={part}>
      <Section
        title={t('receivers.title')}
        hint={t('receivers.intro')}
        actions={
          query.data &&
          query.data.length > 0 && (
            <>
              <LinkButton to="/cams/response-times" search={{ site: site.id }} look="subtle" size="xs">
                {t('receivers.times')}
              </LinkButton>
              {add}
            </>
          )
        }
      >
        {!mayManage && <Locked>{t('receivers.readOnly')}</Locked>}
        <Loaded query={query} rows={4}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                compact
                icon={<IconSend size={28} stroke={1.5} />}
                title={t('receivers.none')}
                action={add || undefined}
              >
                {t('receivers.noneBody')}
              </EmptyState>
            ) : (
              <ul className={css['list']} aria-label={t('receivers.title')}>
                {list.map((receiver) => (
                  <ReceiverCard
                    key={receiver.id}
                    receiver={receiver}
                    receivers={list}
                    zone={site.timezone}
                    mayManage={mayManage}
                    onEdit={() => setEditing(receiver)}
                    onFallback={() => setFalling(receiver)}
                    onDelete={() => setRemoving(receiver)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        <ReceiverDialog
          siteId={site.id}
          receiver={editing}
          onClose={() => setEditing(undefined)}
          onSaved={async (reply) => {
            saved.current = reply.receiver.id
            await refresh()
            setEditing(undefined)
            setSecret(reply.secret)
            if (reply.secret !== null) return
            if (editing === 'new') goOn(saved.current)
            showToast({ type: 'success', message: t('form.saved') })
          }}
        />
        <FallbackDialog
          receiver={falling}
          receivers={query.data ?? []}
          onClose={() => setFalling(undefined)}
          onSaved={async () => {
            await refresh()
            setFalling(undefined)
            showToast({ type: 'success', message: t('form.saved') })
          }}
        />
        <ConfirmDialog
          opened={removing !== undefined}
          title={t('receivers.deleteTitle', { name: removing?.name ?? '' })}
          confirm={t('common:delete')}
          danger
          onConfirm={() => removing && remove.mutateAsync({ params: { id: removing.id } })}
          onClose={() => setRemoving(undefined)}
        >
          {t('receivers.deleteBody')}
        </ConfirmDialog>
        <SecretDialog
          title={t('receivers.secretTitle')}
          label={t('receivers.secret')}
          secret={secret}
          onClose={() => {
            setSecret(null)
            goOn(saved.current)
          }}
        >
          {t('receivers.secretBody')}
        </SecretDialog>
      </Section>
    </div>
  )
}
