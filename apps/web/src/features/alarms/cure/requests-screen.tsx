import { type CureRequest, listCureRequests } from '@winnow/contract'
import { SegmentedControl } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { type ListAddress, listControl } from '../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { PageLayout } from '../../../ui/page-layout.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { DeclineDialog, RequestAnswer, useOpenRequests } from '../../cure-requests/index.ts'
import css from './ask.module.css'
import { RequestDrawing } from './request-drawing.tsx'

const LIMIT = 20
const STATES = ['open', 'answered'] as const
type State = (typeof STATES)[number]

/** What an administrator can do about a request: look at the drawing in the masks, or at the alarm, and answer. */
function Actions({ request, onDecline }: { request: CureRequest; onDecline: () => void }) {
  const { t } = useTranslation('cure')
  const { alarmId: alarm, viewId: cam, id, cure, state } = request
  if (state !== 'open')
    return (
      <span className={css['note']}>
        {t(state === 'done' ? 'requests.doneBy' : 'requests.declinedBy', { name: request.decidedBy ?? '' })}
        {request.answer !== '' && `: ${request.answer}`}
      </span>
    )
  return (
    <span className={css['actions']}>
      {cure === 'mask' && (
        <LinkButton size="compact-sm" to="/cams/clients/u" search={{ cam, tab: 'masks', alarm, request: id }}>
          {t('requests.masks')}
        </LinkButton>
      )}
      <RequestAnswer request={request} onDecline={onDecline} />
    </span>
  )
}

function useColumns(decline: (request: CureRequest) => void): ListColumn<CureRequest>[] {
  const { t } = useTranslation('cure')
  return [
    {
      key: 'what',
      name: t('requests.what'),
      wrap: true,
      fixed: true,
      render: ({ cure, note }) => (
        <span className={css['note']}>
          <strong>{t(`ask.${cure}`)}</strong>
          {note !== '' && `\n${note}`}
        </span>
      ),
    },
    {
      key: 'where',
      name: t('requests.where'),
      wrap: true,
      render: ({ alarmId, viewName, siteName }) => (
        <span>
          <Link to="/cams/alarms/{-$id}" params={{ id: alarmId }} title={t('requests.alarm')}>
            {viewName}
          </Link>{' '}
          · {siteName}
        </span>
      ),
    },
    {
      key: 'drawing',
      name: t('requests.drawing'),
      render: (request) => (request.areas.length > 0 ? <RequestDrawing request={request} /> : null),
    },
    {
      key: 'who',
      name: t('requests.who'),
      wrap: true,
      render: ({ askedBy, askedAt }) => (
        <span>
          {askedBy}, <TimeText at={askedAt} seconds={false} bare />
        </span>
      ),
    },
    {
      key: 'answer',
      name: t('requests.answerColumn'),
      wrap: true,
      render: (request) => <Actions request={request} onDecline={() => decline(request)} />,
    },
  ]
}

/** What people without the right ask for at alarms, for administrators. */
export function RequestsScreen() {
  const { t } = useTranslation('cure')
  const [state, setState] = useState<State>('open')
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  // Keeps the list up to date while requests come in.
  useOpenRequests()
  const requests = useOperationQuery(
    listCureRequests,
    { query: { state, page: list.page, limit: LIMIT } },
    { keepPrevious: true, quiet: true },
  )
  const [declining, setDeclining] = useState<CureRequest>()
  const columns = useColumns(setDeclining)
  return (
    <PageLayout
      title={t('requests.title')}
      variant="wide"
      actions={
        <SegmentedControl
          aria-label={t('requests.state')}
          data={STATES.map((value) => ({ value, label: t(`requests.${value}`) }))}
          value={state}
          onChange={(value) => {
            setState(value === 'answered' ? 'answered' : 'open')
            setAddress({})
          }}
        />
      }
    >
      <ListScreen
        label={t(`requests.${state}`)}
        query={requests}
        list={list}
        limit={LIMIT}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          state === 'open'
            ? {
                icon: <IconUserQuestion size={28} stroke={1.5} />,
                title: t('requests.emptyTitle'),
                body: t('requests.emptyBody'),
              }
            : { title: t('requests.noneTitle') }
        }
      />
      <DeclineDialog request={declining} onClose={() => setDeclining(undefined)} />
    </PageLayout>
  )
}
