import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'

const CONFIRMATION_MS = 2000

/** Copies a text and says 'Copied!' for two seconds. */
export function CopyButton({ value, label, iconOnly }: { value: string; label?: string; iconOnly?: boolean }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return undefined
    const timer = setTimeout(() => setCopied(0), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(value)) setCopied((count) => count + 1)
  }
  const icon = copied ? <IconCheck size={16} /> : <IconCopy size={16} />
  const words = copied ? t('copied') : (label ?? t('copy'))
  return (
    <>
      {iconOnly ? (
        <IconButton label={words} onClick={() => void copy()}>
          {icon}
        </IconButton>
      ) : (
        <Button leftSection={icon} onClick={() => void copy()}>
          {words}
        </Button>
      )}
      <output className="wn-visually-hidden">{copied ? t('copied') : ''}</output>
    </>
  )
}
