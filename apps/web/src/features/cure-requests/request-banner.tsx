import type { CureRequest } from '@winnow/contract'
import { IconMessageForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { DeclineDialog, RequestAnswer } from './request-answer.tsx'
import css from './cure-requests.module.css'

/** Says above the masks of a camera who has asked for the proposed areas and why, with the buttons that answer. */
export function RequestBanner({ request }: { request: CureRequest }) {
  const { t } = useTranslation('cure')
  const [isDeclining, setDeclining] = useState(false)
  const mayAnswer = useMay('company.write')
  return (
    <div className={css['banner']} role="status">
      <IconMessageForward size={18} stroke={1.6} aria-hidden="true" />
      <span className={css['words']}>
        {t('requests.banner', { name: request.askedBy })} {request.note}
      </span>
      {mayAnswer && request.state === 'open' && (
        <RequestAnswer request={request} onDecline={() => setDeclining(true)} />
      )}
      <DeclineDialog request={isDeclining ? request : undefined} onClose={() => setDeclining(false)} />
    </div>
  )
}
