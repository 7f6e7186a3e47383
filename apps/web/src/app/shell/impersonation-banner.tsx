import { endImpersonation } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconUserShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { sendBeforeLeaving } from '../../lib/session/before-leaving.ts'
import { switchUser, useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { mayEndSession } from '../../ui/unsaved-changes/discard-question.ts'
import css from './banners.module.css'

/** Shows, on every page, the name of the user for whom a super user is acting, and a button to return. */
export function ImpersonationBanner() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const back = useOperation(endImpersonation, {
    before: sendBeforeLeaving,
    onSuccess: async (self) => {
      switchUser(queries, self)
      await navigate({ to: '/', replace: true })
    },
  })
  const leave = async () => {
    if (await mayEndSession()) back.mutate({})
  }
  if (!user.impersonatedBy) return null
  return (
    <div className={css['banner']} role="status">
      <IconUserShare size={18} aria-hidden="true" />
      <span>{t('impersonation.banner', { user: user.name, company: user.companyName })}</span>
      <Button loading={back.isPending} onClick={() => void leave()}>
        {t('impersonation.return', { name: user.impersonatedBy.name })}
      </Button>
    </div>
  )
}
