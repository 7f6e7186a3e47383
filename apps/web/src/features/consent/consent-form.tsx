import { type Consent, getConsent, giveConsent } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { operationKey, useOperation } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { AgreementText } from './agreement-text.tsx'
import css from './consent.module.css'
import { useReadToEnd } from './use-read-to-end.ts'

/** The height of the text in pixels. A longer text is scrolled. */
const VIEW_HEIGHT = 400

interface ConsentFormProps {
  consent: Consent
  /** Whether the text is being loaded again. */
  isLoading: boolean
  /** What the user can do instead of agreeing. */
  instead: { label: string; run: () => void }
}

/** Gives a consent. */
function useGiveConsent() {
  const queries = useQueryClient()
  return useOperation(giveConsent, {
    onSuccess: (reply) => {
      queries.setQueriesData<Consent>({ queryKey: operationKey(getConsent) }, (known) =>
        known?.consentCode === reply.consentCode ? reply : known,
      )
    },
    // The text was replaced while it was being read, so the new one is shown.
    onError: (error) => {
      if (error instanceof RequestError && error.code === 'CONSENT_OUTDATED')
        void queries.invalidateQueries({ queryKey: operationKey(getConsent) })
    },
  })
}

/** The text of an agreement, who agrees to it for which company and when, and the button to agree. */
export function ConsentForm({ consent, isLoading, instead }: ConsentFormProps) {
  const { t } = useTranslation('consent')
  const user = useUser()
  const formats = useFormats()
  const hint = useId()
  const [today] = useState(() => new Date())
  const { view, isRead } = useReadToEnd()
  const params = { id: user.companyId }
  const give = useGiveConsent()
  const isBusy = give.isPending || isLoading
  const { consentCode, content } = consent
  return (
    <>
      <div
        // A new text begins at its top, unread.
        key={content}
        ref={view}
        className={css['view']}
        style={{ maxHeight: VIEW_HEIGHT }}
        role="region"
        aria-label={t('text')}
        lang={consent.language}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that has the focus scrolls by keyboard
        tabIndex={0}
        data-autofocus
      >
        <div className={css['text']}>
          <AgreementText html={content} />
        </div>
      </div>
      <p className={css['acknowledgement']}>
        {t('acknowledgement', { company: user.companyName, user: user.name, date: formats.date(today) })}
      </p>
      <p id={hint} className={css['hint']} role="status">
        {isRead ? '' : t('scroll')}
      </p>
      <FormActions>
        <Button disabled={isBusy} onClick={instead.run}>
          {instead.label}
        </Button>
        <Button
          look="primary"
          disabled={!isRead || isBusy}
          loading={give.isPending}
          aria-describedby={hint}
          onClick={() => give.mutate({ params, body: { consentCode, content } })}
        >
          {t('agree')}
        </Button>
      </FormActions>
    </>
  )
}
