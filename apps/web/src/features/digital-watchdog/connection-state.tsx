import type { VmsConnection } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import css from './digital-watchdog.module.css'

/** The problems that are told with what to do. The others pass by themselves. */
const TOLD = ['refused', 'unreachable', 'certificate', 'login', 'answer'] as const

interface ConnectionStateProps {
  state: VmsConnection
  words: { up: string; soon: string; down: string; again: string }
}

/** Whether a system can be reached for its events, else why not and what to do. */
export function ConnectionState({ state: { isUp, problem, setting }, words }: ConnectionStateProps) {
  const { t } = useTranslation('deviceTests')
  if (isUp) return <p className={css['works']}>{words.up}</p>
  if (problem === null) return <p className={css['muted']}>{words.soon}</p>
  const reason = TOLD.find((known) => known === problem)
  return (
    <div className={css['warning']}>
      <p>
        {words.down} {reason === undefined ? words.again : t(`problem.${reason}`)}
      </p>
      {reason !== undefined && <p>{t(setting === null ? `help.${reason}` : 'help.setting')}</p>}
      {setting !== null && <code className={css['copied']}>{setting}</code>}
    </div>
  )
}
