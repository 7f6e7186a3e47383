import type { createToken, ReplyOf } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import form from '../../ui/form.module.css'
import css from './settings.module.css'
import { TokenForm } from './token-form.tsx'

interface CreateTokenDialogProps {
  opened: boolean
  onClose: () => void
}

/** Creates a token, then shows its secret. That step cannot be closed by accident. */
export function CreateTokenDialog({ opened, onClose }: CreateTokenDialogProps) {
  const { t } = useTranslation('settings')
  const [made, setMade] = useState<ReplyOf<typeof createToken>>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? t('tokens.secretTitle') : t('tokens.create')}
      locked={made !== undefined}
    >
      {made ? <Secret token={made} onDone={close} /> : opened && <TokenForm onMade={setMade} />}
    </Dialog>
  )
}

function Secret({ token, onDone }: { token: ReplyOf<typeof createToken>; onDone: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <div className={form['form']}>
      <p className={css['lead']}>{t('tokens.secretBody')}</p>
      <code className={form['copied']} aria-label={t('tokens.secretLabel', { name: token.name })}>
        {token.secret}
      </code>
      <FormActions>
        <CopyButton value={token.secret} />
        <Button look="primary" onClick={onDone}>
          {t('tokens.done')}
        </Button>
      </FormActions>
    </div>
  )
}
