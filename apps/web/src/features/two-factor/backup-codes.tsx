import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { saveFile } from '../../lib/files/save-file.ts'
import { BRAND_FACTS, brandStore } from '../../theme/brands.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import css from './two-factor.module.css'

const GROUP = 3

/** Splits a code into two groups: the first three digits and the rest. */
const grouped = (code: string): string => `${code.slice(0, GROUP)} ${code.slice(GROUP)}`

/** Backup codes, which are shown only once. The user saves, copies or writes them down. */
export function BackupCodes({ codes, email, onDone }: { codes: readonly string[]; email: string; onDone: () => void }) {
  const { t } = useTranslation('twoFactor')
  const { productName: product } = BRAND_FACTS[useStore(brandStore)]
  const lines = codes.map(grouped)
  const download = () => {
    const text = [t('backup.fileTitle', { product, email }), t('backup.fileNote'), '', ...lines, ''].join('\n')
    saveFile(new Blob([text], { type: 'text/plain' }), t('backup.fileName', { product }))
  }
  return (
    <div className={css['form']}>
      <p className={css['lead']}>{t('backup.body')}</p>
      <ul className={css['codes']} aria-label={t('backup.label')}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={css['actions']}>
        <Button leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={download}>
          {t('backup.download')}
        </Button>
        <CopyButton value={lines.join('\n')} />
        <Button look="primary" onClick={onDone}>
          {t('backup.done')}
        </Button>
      </div>
    </div>
  )
}
