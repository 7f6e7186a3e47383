import type { ErrorCode } from '@winnow/contract'
import { IconFileUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { Button } from '../../ui/button.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import css from './detectors.module.css'
import { Part } from './part.tsx'
import { useDrop } from './use-drop.ts'

const ACCEPTED = '.zip,.onnx,.json,.xml,.param,.bin'

/** Adds detectors from files. */
export function DropFiles({ busy }: { busy: boolean }) {
  const { t } = useTranslation('detectors')
  const { share } = useFormats()
  const { state, send, cancel } = useDrop()
  return (
    <Part title={t('drop.title')} hint={t('drop.intro')}>
      <DropArea
        icon={<IconFileUpload size={28} stroke={1.5} aria-hidden="true" />}
        text={busy ? t('wait') : t('drop.area')}
        choose={t('drop.choose')}
        accept={ACCEPTED}
        multiple
        disabled={busy || state.step === 'sending'}
        onFiles={(files) => void send(files)}
      />
      <div aria-live="polite">
        {state.step === 'sending' && (
          <div className={css['progress']}>
            <span className="wn-truncate">{t('drop.sending', { name: state.name })}</span>
            <progress value={state.share} max={1} aria-label={t('drop.sending', { name: state.name })} />
            <span className={css['far']}>{share(state.share)}</span>
            <Button size="compact-sm" onClick={cancel}>
              {t('drop.cancel')}
            </Button>
          </div>
        )}
        {state.step === 'failed' && <DropError name={state.name} error={state.error} />}
      </div>
    </Part>
  )
}

const OWN_WORDS: { [K in ErrorCode]?: 'drop.tooLarge' | 'drop.full' | 'drop.wait' } = {
  TOO_LARGE: 'drop.tooLarge',
  STORAGE_FULL: 'drop.full',
  CONFLICT: 'drop.wait',
}

/** Says why a file could not be uploaded, and what to do. */
function DropError({ name, error }: { name: string; error: unknown }) {
  const { t } = useTranslation('detectors')
  const errorText = useErrorText()
  const code = error instanceof RequestError ? error.code : undefined
  const known = code && OWN_WORDS[code]
  const text = known ? t(known) : errorText(error)
  return (
    <p className={css['problem']} role="alert">
      {t('drop.failed', { name })} {text}
    </p>
  )
}
