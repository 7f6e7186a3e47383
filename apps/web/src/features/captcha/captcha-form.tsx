import { TextInput } from '@mantine/core'
import { CAPTCHA_NONCE_HEADER, getCaptcha } from '@winnow/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestError } from '../../lib/api/api-errors.ts'
import { send } from '../../lib/api/call.ts'
import { operationKey } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import formCss from '../../ui/form.module.css'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import css from './captcha.module.css'

export interface CaptchaFormProps {
  /** A new number loads a new picture, since each picture is valid for one answer. */
  turn: number
  /** Why the captcha is shown: the server requires one, or the last answer was wrong. */
  error: RequestError
  /** Whether an answer is being checked. */
  busy: boolean
  onSubmit: (solved: { nonce: string; answer: string }) => void
}

async function fetchPicture(signal: AbortSignal): Promise<{ nonce: string; url: string }> {
  const response = await send(getCaptcha, { signal })
  const nonce = response.headers.get(CAPTCHA_NONCE_HEADER)
  if (nonce === null) throw new Error('the captcha has no nonce')
  const picture = await response.blob()
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the captcha cannot be read')))
    reader.readAsDataURL(picture)
  })
  return { nonce, url }
}

export function CaptchaForm({ turn, error, busy, onSubmit }: CaptchaFormProps) {
  const { t } = useTranslation('common')
  const errorText = useErrorText()
  const [renewed, setRenewed] = useState(0)
  const picture = useQuery({
    queryKey: operationKey(getCaptcha, { turn, renewed }),
    queryFn: ({ signal }) => fetchPicture(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { errors: 'inline' },
  })
  const form = useSchemaForm({
    initial: { answer: '' },
    rules: ({ answer }) => ({ answer: picture.isSuccess && answer.trim() !== '' ? undefined : '' }),
    isGuarded: false,
    submit: (_body, { answer }) => {
      if (picture.data && !busy) onSubmit({ nonce: picture.data.nonce, answer: answer.trim() })
    },
  })
  const renew = () => {
    form.set('answer', '')
    setRenewed((times) => times + 1)
  }
  return (
    <Form form={form}>
      {picture.isError ? (
        <ErrorState error={picture.error} onRetry={renew} />
      ) : (
        <div className={css['picture']}>
          {picture.data && <img src={picture.data.url} width={240} height={88} alt={t('captcha.picture')} />}
        </div>
      )}
      <TextInput
        label={t('captcha.answer')}
        description={t('captcha.answerHint')}
        size="sm"
        {...form.field('answer')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={error.code === 'CAPTCHA_REQUIRED' ? undefined : errorText(error)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose than this field
        autoFocus
        data-autofocus
      />
      <div className={css['actions']}>
        <Button look="subtle" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={renew}>
          {t('captcha.another')}
        </Button>
        <Button type="submit" look="primary" loading={busy} disabled={!form.isValid}>
          {t('captcha.submit')}
        </Button>
      </div>
      <p className={formCss['note']}>{t('captcha.alternative')}</p>
    </Form>
  )
}
