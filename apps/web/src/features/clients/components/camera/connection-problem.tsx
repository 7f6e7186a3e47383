import type { DeviceWayIn } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { AgoText } from '../ago-text.tsx'
import { CopyValue } from '../copy-value.tsx'
import paneCss from '../panes/pane.module.css'
import css from './way-in.module.css'

type Code = NonNullable<DeviceWayIn['problem']>['code']

interface ConnectionProblemProps {
  problem: { code: Code; setting: string | null; at: string | null }
  isStream: boolean
}

/** What is wrong, since when, what to do, and the line of the settings that allows the address. */
export function ConnectionProblem({ problem: { code, setting, at }, isStream }: ConnectionProblemProps) {
  const { t } = useTranslation(['clients', 'deviceTests'])
  return (
    <div className={css['problem']}>
      <p>
        <strong>{t(isStream && code === 'quiet' ? 'stream.problem.quiet' : `wayIn.problem.${code}`)}</strong>
        {at !== null && (
          <>
            {' '}
            <AgoText at={at} />
          </>
        )}
      </p>
      <p>{setting === null ? t(helpFor(code, isStream)) : t('deviceTests:help.setting')}</p>
      {setting !== null && (
        <dl className={paneCss['values']}>
          <CopyValue label={t('deviceTests:setting')} value={setting} />
        </dl>
      )}
    </div>
  )
}

/** The advice for streams differs where the device must be set up in another way. */
function helpFor(code: Code, isStream: boolean) {
  if (isStream && (code === 'answer' || code === 'certificate' || code === 'quiet'))
    return `stream.help.${code}` as const
  return `wayIn.help.${code}` as const
}
