import type { DeviceFailure, DeviceTestReply } from '@winnow/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyValue } from '../copy-value.tsx'
import paneCss from '../panes/pane.module.css'
import css from './device-tests.module.css'

/** The result of a test: that it succeeded, or why not and what to do. */
export function TestResult({ reply, success }: { reply: DeviceTestReply | undefined; success: string }) {
  return (
    <div role="status" className={css['result']}>
      {reply?.success && (
        <p className={css['works']}>
          <IconCircleCheck size={18} aria-hidden="true" />
          {success}
        </p>
      )}
      {reply?.failure && <Failure failure={reply.failure} />}
    </div>
  )
}

/** Why a device could not be used, what to do, and the line of the settings that allows its address. */
function Failure({ failure: { problem, setting } }: { failure: DeviceFailure }) {
  const { t } = useTranslation('deviceTests')
  return (
    <>
      <p className={css['failed']}>{t(`problem.${problem}`)}</p>
      <p className={css['hint']}>{t(setting === null ? `help.${problem}` : 'help.setting')}</p>
      {setting !== null && (
        <dl className={`${paneCss['values']} ${css['stacked']}`}>
          <CopyValue label={t('setting')} value={setting} />
        </dl>
      )}
    </>
  )
}
