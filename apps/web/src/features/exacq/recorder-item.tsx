import { type ExacqRecorder, listExacq, testExacq } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { ConnectionState, Failed, Pinned, vmsCss as css } from '../digital-watchdog/index.ts'

interface RecorderItemProps {
  companyId: string
  recorder: ExacqRecorder
  onChange: () => void
  onDelete: () => void
}

/** A recorder: where it is, how it is trusted, and what came of the last call. */
export function RecorderItem({ companyId, recorder, onChange, onDelete }: RecorderItemProps) {
  const { t } = useTranslation(['exacq', 'common'])
  const test = useOperation(testExacq, { inlineErrors: true, invalidates: [listExacq] })
  const { id, name, host, port, serverNumber, username, state } = recorder
  const found = test.data?.numberOfCameras
  return (
    <li>
      <div className={css['facts']}>
        <p>{name}</p>
        <p className={css['muted']}>
          {host}:{port} · {t('server')} {serverNumber} · {username} · ••••••••
        </p>
        <ConnectionState state={state} words={{ up: t('up'), soon: t('soon'), down: t('down'), again: t('again') }} />
        {state.seenAt !== null && (
          <p className={css['muted']}>
            {t('seen')} <TimeText at={state.seenAt} />
          </p>
        )}
        {typeof found === 'number' && <p role="status">{t('tested', { count: found })}</p>}
        <Failed title={t('err.test')} error={test.error} />
        <Pinned fingerprint={recorder.fingerprint} />
      </div>
      <div className={css['actions']}>
        <Button
          aria-label={`${t('test')} ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate({ params: { id: companyId, recorderId: id } })}
        >
          {t('test')}
        </Button>
        <Button aria-label={`${t('change')} ${name}`} onClick={onChange}>
          {t('change')}
        </Button>
        <Button look="subtle" aria-label={`${t('common:delete')} ${name}`} onClick={onDelete}>
          {t('common:delete')}
        </Button>
      </div>
    </li>
  )
}
