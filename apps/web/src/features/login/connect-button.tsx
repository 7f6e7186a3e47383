import { startSsoConnect } from '@winnow/contract'
import { IconBrandAzure } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { leavePage } from '../../lib/leave-page.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { rememberSso } from '../../lib/session/single-sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import css from './login.module.css'

/** Opens the directory with the token of a mailed link, to connect the account to which the link was sent. */
export function ConnectButton({ token }: { token: string }) {
  const { t } = useTranslation('sso')
  const errorText = useErrorText()
  const start = useOperation(startSsoConnect, {
    inlineErrors: true,
    onSuccess: ({ url, email }) => {
      rememberSso(email)
      leavePage(url)
    },
  })
  return (
    <>
      <Button
        look="primary"
        size="sm"
        fullWidth
        leftSection={<IconBrandAzure size={18} aria-hidden="true" />}
        loading={start.isPending}
        onClick={() => start.mutate({ body: { token } })}
      >
        {t('button')}
      </Button>
      {start.error && (
        <p role="alert" className={css['error']}>
          {errorText(start.error)}
        </p>
      )}
    </>
  )
}
