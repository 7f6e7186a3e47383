import { endOtherSessions, endSession, listSessions, type Session } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin, useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { BulkDialog } from '../../ui/list-screen/bulk-dialog.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { whole } from '../../ui/list-screen/list-state.ts'
import { useAddressList } from '../../ui/list-screen/use-address-list.ts'
import type { Chosen } from '../../ui/list-screen/use-bulk.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import settings from './settings.module.css'
import { useDeviceName, useSessionColumns } from './use-session-columns.tsx'

/** Lists the user's sessions, so that users can find and end those that they do not recognise. */
export function SessionsTab() {
  const { t } = useTranslation('settings')
  const sessions = useOperationQuery(listSessions, {}, { quiet: true })
  const list = useAddressList()
  const [ending, setEnding] = useState<Chosen<Session>>()
  const nameOf = useDeviceName()
  const columns = useSessionColumns((session) => setEnding({ rows: [session] }))
  const others = (sessions.data ?? []).filter(({ current }) => !current)
  return (
    <div className={settings['wide']}>
      <p className={settings['lead']}>{t('sessions.intro')}</p>
      <div>
        <ListScreen
          label={t('sessions.title')}
          query={whole(sessions)}
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{ title: t('sessions.alone') }}
          {...(others.length > 1
            ? {
                selection: {
                  nameOf,
                  allows: ({ current }: Session) => !current,
                  renderActions: (rows: readonly Session[], clear: () => void) => (
                    <Button look="danger" onClick={() => setEnding({ rows, clear })}>
                      {t('sessions.end')}
                    </Button>
                  ),
                },
              }
            : {})}
          compact
        />
      </div>
      {others.length > 0 && <EndOthers />}
      {sessions.data && others.length === 0 && <p className={settings['note']}>{t('sessions.alone')}</p>}
      <EndDialog ending={ending} onClose={() => setEnding(undefined)} />
    </div>
  )
}

function EndDialog({ ending, onClose }: { ending: Chosen<Session> | undefined; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const nameOf = useDeviceName()
  return (
    <BulkDialog
      chosen={ending}
      rowKey={({ id }) => id}
      nameOf={nameOf}
      title={([first, ...more]) =>
        more.length > 0
          ? t('sessions.endManyTitle', { count: more.length + 1 })
          : t('sessions.endTitle', { device: first ? nameOf(first) : '' })
      }
      confirm={t('sessions.end')}
      danger
      run={({ id }) => callAcrossLogin(endSession, { params: { id } })}
      invalidates={[listSessions]}
      doneText={(count) => (count > 1 ? t('sessions.endedOthers', { count }) : t('sessions.ended'))}
      onClose={onClose}
    >
      {t(ending && ending.rows.length > 1 ? 'sessions.endManyBody' : 'sessions.endBody')}
    </BulkDialog>
  )
}

/** Ends all sessions except this one, including sessions that the list does not show. */
function EndOthers() {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState(false)
  const endOthers = useOperation(endOtherSessions, { invalidates: [listSessions] })
  return (
    <div className={settings['row']}>
      <Button look="danger" onClick={() => setAsked(true)}>
        {t('sessions.endOthers')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('sessions.endOthersTitle')}
        confirm={t('sessions.endOthers')}
        danger
        onConfirm={async () => {
          const { ended } = await endOthers.mutateAsync({})
          showToast({ type: 'success', message: t('sessions.endedOthers', { count: ended }) })
        }}
        onClose={() => setAsked(false)}
      >
        {t('sessions.endBody')}
      </ConfirmDialog>
    </div>
  )
}
